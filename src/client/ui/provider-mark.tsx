import classes from './provider-mark.module.css';

/** A provider's initial on a tile. No logo is fetched from a third party. */
export function ProviderMark({ name }: { readonly name: string }) {
  return (
    <span aria-hidden="true" className={classes['mark']}>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
