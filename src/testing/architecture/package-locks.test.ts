import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Locked = Readonly<Record<string, LockedPackage>>;

const LOCKS = ['package-lock.json', 'docs/site/package-lock.json', 'bench/package-lock.json'];
/** The folder of each package that Node looks for from `place`, nearest first. */
function* placesOf(name: string, place: string): Generator<string> {
  for (let folder = place; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    yield `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (folder === '') return;
  }
}

/** Whether a range such as `^20.19.0 || >=22` allows this version of Node. It knows the ranges of the locks. */
function allows(range: string, version: readonly number[]): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+(?=[<>=^~])/)
      .every((each) => {
        const [, operator = '', text = ''] = /^([<>=^~]*)\s*v?([\d.x*]*)/.exec(each) ?? [];
        const bound = text
          .split('.')
          .filter((number) => /^\d+$/.test(number))
          .map(Number);
        const order =
          bound.map((number, at) => (version[at] ?? 0) - number).find((difference) => difference !== 0) ?? 0;
        if (operator === '^') return order >= 0 && version[0] === bound[0];
        if (operator === '>=') return order >= 0;
        if (operator === '>') return order > 0;
        if (operator === '<') return order < 0;
        if (operator === '<=') return order <= 0;
        return order === 0;
      }),
  );
}

const read = async (file: string) =>
  (JSON.parse(await readFile(file, 'utf8')) as { packages: Locked }).packages;

it.each(LOCKS)(
  '%s has every package that its packages name, so that npm ci of npm 11 accepts it',
  async (file) => {
    const packages = await read(file);
    const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => ![...placesOf(name, place)].some((each) => each in packages))
        .map((name) => `${name} of ${place}`),
    );
    expect(missing).toEqual([]);
  },
);

it.each(LOCKS)('every package of %s runs with the oldest Node of this project', async (file) => {
  const oldest = [20, 19, 0];
  const refusing = Object.entries(await read(file)).filter(
    ([, { engines }]) => engines?.node !== undefined && !allows(engines.node, oldest),
  );
  expect(refusing.map(([place, { version, engines }]) => `${place} ${version}: ${engines?.node}`)).toEqual(
    [],
  );
});
