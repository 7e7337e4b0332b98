import type { Provider } from '../../shared/schemas/providers.ts';
import classes from './provider-mark.module.css';

interface ProviderMarkProps {
  /** `mark` is missing where the provider is no longer configured. */
  readonly provider: Pick<Provider, 'name'> & Partial<Pick<Provider, 'mark'>>;
  /** Default: `small`, for a button. `large` is a tile, for a list. */
  readonly size?: 'small' | 'large';
}

/** The logo comes from the server with the provider. Without one, the first letter of the name is shown. */
export function ProviderMark({ provider: { name, mark }, size = 'small' }: ProviderMarkProps) {
  const common = { 'aria-hidden': true, className: classes['mark'], 'data-size': size } as const;
  if (!mark) {
    return (
      <span {...common} data-letter>
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <span {...common}>
      {'image' in mark ? (
        <img src={mark.image} alt="" />
      ) : (
        <svg viewBox="0 0 24 24">
          {mark.shapes.map(({ path, color }) => (
            <path key={path} d={path} fill={color ?? 'currentColor'} />
          ))}
        </svg>
      )}
    </span>
  );
}
