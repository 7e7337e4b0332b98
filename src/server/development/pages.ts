import type { Express } from 'express';
import type { Settings } from '../settings/settings.ts';
import { mountMailGallery } from './mails/gallery-route.ts';
import { mountOutbox } from './mails/outbox-route.ts';

/** The routes under `/dev`, which production never mounts. */
export function mountDevelopmentPages(app: Express, settings: Settings): void {
  mountMailGallery(app, settings);
  if (settings.smtpUrl === null) mountOutbox(app, settings);
}
