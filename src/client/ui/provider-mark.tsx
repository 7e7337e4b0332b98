import classes from './provider-mark.module.css';

/** A provider's initial in a tile: no picture is fetched from anybody, and every provider gets the same. */
export function ProviderMark({ name }: { readonly name: string }) {
  return (
    <span aria-hidden="true" className={classes['mark']}>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
