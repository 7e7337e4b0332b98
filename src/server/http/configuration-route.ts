import type { RequestHandler } from 'express';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { PUBLISHED_CONFIGURATION_MAX_AGE_MS } from '../../shared/limits.ts';
import type { PublishedConfiguration, PublishedField } from '../../shared/published-configuration.ts';
import type { Configuration, OwnField } from '../configuration/configuration.ts';
import type { Dependencies } from '../dependencies.ts';
import { ownFieldSchema } from '../openapi/json-schema.ts';

/** `/.well-known/foyer-configuration`: every site may read what the roles allow. It has no user's values. */
export function answerConfiguration({ configuration }: Pick<Dependencies, 'configuration'>): RequestHandler {
  const published = publish(configuration);
  return (_req, res) => {
    res
      .set('Cache-Control', `public, max-age=${PUBLISHED_CONFIGURATION_MAX_AGE_MS / 1000}`)
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(published);
  };
}

function publish({
  permissions,
  roles,
  graveRoles,
  scopes,
  ownFields,
}: Configuration): PublishedConfiguration {
  return {
    permissions,
    roles: { [ADMINISTRATOR]: [], ...Object.fromEntries(roles) },
    graveRoles: [...new Set([ADMINISTRATOR, ...graveRoles])],
    scopes: Object.fromEntries(scopes.map(({ name, label, description }) => [name, { label, description }])),
    fields: Object.fromEntries(ownFields.map((field) => [field.name, toPublishedField(field)])),
  };
}

function toPublishedField(field: OwnField): PublishedField {
  const { label, read, write, session = false, token = false, indexed = false } = field.options;
  return { schema: ownFieldSchema(field, 'output'), label, read, write, session, token, indexed };
}
