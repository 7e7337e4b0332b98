import { getTRPCErrorFromUnknown } from '@trpc/server';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { atBase } from '../../shared/base-path.ts';
import { BRAND_DRAFT_MAX_BODY_BYTES } from '../../shared/limits.ts';
import { LOCALES } from '../../shared/locale.ts';
import { brandDraft, type BrandDraft } from '../../shared/schemas/brand.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { readDraft } from '../brand/brand-draft.ts';
import type { BrandFile } from '../brand/brand-folder.ts';
import { brandOf } from '../brand/brand.ts';
import { SCHEMES } from '../brand/tokens.ts';
import { listProviders } from '../domain/providers/providers.ts';
import { inScheme, sendFrame } from '../http/frame.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { sendError } from '../http/request.ts';
import { createLogos, withPictures } from '../mail/logos.ts';
import { KIND_SAMPLES } from '../mail/samples.ts';
import { pageContextOf } from '../trpc/context.ts';
import { toFailure } from '../trpc/failure.ts';
import { appRouter } from '../trpc/router.ts';
import type { ClientDocuments, SamplePage } from './documents.ts';

const previewForm = z.strictObject({
  view: z.enum(['sign-in', 'account', 'mail']),
  scheme: z.enum(SCHEMES),
  locale: z.enum(LOCALES),
  draft: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('is no JSON');
        return z.NEVER;
      }
    })
    .pipe(brandDraft),
});
type PreviewForm = z.infer<typeof previewForm>;

/** A form writes some characters of base64 with three bytes. */
const MAX_BODY_BYTES = 1.25 * BRAND_DRAFT_MAX_BODY_BYTES;

/**
 * `POST /admin/brand/preview`: a page or a mail with a draft of a brand, for a frame of the brand studio. A
 * document that the studio makes itself would have its policy, which allows no style. Nothing is stored.
 */
export function mountBrandPreview(app: Express, deps: AuthDependencies, documents: ClientDocuments): void {
  const { settings } = deps;
  /** The frame shows also a refusal. */
  const allowFrame: RequestHandler = (_req, res, next) => {
    const policy = String(res.get('Content-Security-Policy'));
    res.set({
      'Content-Security-Policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'X-Frame-Options': 'SAMEORIGIN',
    });
    next();
  };
  /** Before the body is read. */
  const requireAdministrator: RequestHandler = async (req, res, next) => {
    try {
      await appRouter.createCaller(pageContextOf(deps, req, res)).administration.configuration();
    } catch (cause) {
      return sendError(req, res, toFailure(getTRPCErrorFromUnknown(cause)).code);
    }
    next();
  };
  app.post(
    '/admin/brand/preview',
    allowFrame,
    requireSameOrigin(settings.origin),
    requireAdministrator,
    express.urlencoded({ extended: false, limit: MAX_BODY_BYTES }),
    async (req: Request, res) => {
      const form = previewForm.safeParse(req.body);
      if (!form.success) return sendError(req, res, 'MALFORMED_REQUEST');
      const { view, scheme } = form.data;
      const page = view === 'mail' ? await mailOf(form.data) : await pageOf(form.data, view);
      sendFrame(res, inScheme(page, scheme), { links: 'nowhere' });
    },
  );

  const settingsWith = (draft: BrandDraft) => ({ ...settings, brand: readDraft(settings, draft).brand });

  async function mailOf({ draft, locale }: PreviewForm): Promise<string> {
    const drafted = settingsWith(draft);
    const { html } = KIND_SAMPLES['sign-in-link'](drafted, locale);
    return withPictures(html, await createLogos(drafted)(html));
  }

  async function pageOf({ draft, locale }: PreviewForm, view: 'sign-in' | 'account'): Promise<string> {
    const drafted = settingsWith(draft);
    const { origin, basePath, brand, phoneSignIn } = drafted;
    const providers = await listProviders(deps, null);
    const page: SamplePage = {
      name: view === 'sign-in' ? 'sign-in' : 'account-sample',
      address: atBase({ basePath }, `/${view}`),
      origin,
      basePath,
      locale,
      brand: brandOf(drafted),
      // The frame may load nothing, so a provider with a file as its logo shows its letter.
      providers: providers.map(({ mark, ...provider }) => ({
        ...provider,
        mark: mark && 'image' in mark ? null : mark,
      })),
      pendingLink: null,
      isSignedIn: view === 'account',
      account: null,
      hasOutbox: false,
      failedForm: null,
      completedForm: null,
      ...(phoneSignIn && { offersPhone: true }),
    };
    return withFiles(withoutScripts(await documents.sample(page, brand)), Object.values(brand.files));
  }
}

/** The frame runs no script and loads no file. Its styles are allowed by their hashes. */
function withoutScripts(page: string): string {
  return (
    page
      .replaceAll(/<(script|noscript)\b[^>]*>[^]*?<\/\1>|<link [^>]*>/g, '')
      .replaceAll(/<style [^>]*>/g, '<style>')
      // What only browsers without script show is not what most people see.
      .replaceAll(/\(scripting:\s*none\)/g, 'not all')
      // Buttons that wait for the script.
      .replaceAll(' disabled=""', '')
  );
}

/** The files of a draft have no address. */
function withFiles(page: string, files: readonly BrandFile[]): string {
  let complete = page;
  for (const { path, content, contentType } of files)
    complete = complete.replaceAll(path, `data:${contentType};base64,${content.toString('base64')}`);
  return complete;
}
