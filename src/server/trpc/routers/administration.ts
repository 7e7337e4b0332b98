import {
  discardJobInput,
  discardJobOutput,
  listFailedJobsOutput,
  overviewInput,
  overviewOutput,
  retryJobInput,
  retryJobOutput,
  retryJobsInput,
  retryJobsOutput,
} from '../../../shared/schemas/administration.ts';
import {
  brandDraft,
  brandFolderOutput,
  checkBrandOutput,
  presentBrandOutput,
} from '../../../shared/schemas/brand.ts';
import { checklistOutput, testMailOutput } from '../../../shared/schemas/checklist.ts';
import { configurationOutput } from '../../../shared/schemas/console.ts';
import { settingsOutput } from '../../../shared/schemas/settings.ts';
import { brandFolder, checkBrand, presentBrand } from '../../brand/brand-draft.ts';
import { readChecklist } from '../../domain/administration/checklist.ts';
import { describeConfiguration } from '../../domain/administration/declared-configuration.ts';
import { discardJob, listFailedJobs, retryJob, retryJobs } from '../../domain/administration/failed-jobs.ts';
import { readOverview } from '../../domain/administration/overview.ts';
import { describeSettings } from '../../domain/administration/settings-in-force.ts';
import { sendTestMail } from '../../domain/administration/test-mail.ts';
import { administratorProcedure, router } from '../procedures.ts';

export const administrationRouter = router({
  overview: administratorProcedure
    .meta({
      summary:
        'Counts for the first page of the console: people, sign-ins by method, failures, waiting mails.',
      errors: [],
    })
    .input(overviewInput)
    .output(overviewOutput)
    .query(({ ctx, input }) => readOverview(ctx.deps, input.days)),

  checklist: administratorProcedure
    .meta({
      summary: 'What an operator sets up for production, and whether it works now.',
      errors: [],
    })
    .output(checklistOutput)
    .query(({ ctx }) => readChecklist(ctx.deps, ctx.seenProxies())),

  sendTestMail: administratorProcedure
    .meta({
      summary: 'Sends a mail to the verified address of the administrator, and says whether it was taken.',
      errors: ['RATE_LIMITED'],
    })
    .output(testMailOutput)
    .mutation(({ ctx }) => sendTestMail(ctx.deps, ctx.current, ctx.requestContext)),

  failedJobs: administratorProcedure
    .meta({ summary: 'Lists the jobs that were given up, newest first.', errors: [] })
    .output(listFailedJobsOutput)
    .query(({ ctx }) => listFailedJobs(ctx.deps)),

  retryJob: administratorProcedure
    .meta({ summary: 'Lets a job that was given up run again.', errors: ['NOT_FOUND'] })
    .input(retryJobInput)
    .output(retryJobOutput)
    .mutation(({ ctx, input }) => retryJob(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  retryJobs: administratorProcedure
    .meta({
      summary:
        'Lets several jobs that were given up run again. Those that were not given up stay as they are.',
      errors: [],
    })
    .input(retryJobsInput)
    .output(retryJobsOutput)
    .mutation(({ ctx, input }) => retryJobs(ctx.deps, ctx.authority, input.ids, ctx.requestContext)),

  discardJob: administratorProcedure
    .meta({
      summary: 'Deletes a job that was given up. It is never done.',
      errors: ['NOT_FOUND'],
    })
    .input(discardJobInput)
    .output(discardJobOutput)
    .mutation(({ ctx, input }) => discardJob(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  configuration: administratorProcedure
    .meta({
      summary: 'The roles and own fields that `foyer.config.ts` declares, for the forms of the console.',
      errors: [],
    })
    .output(configurationOutput)
    .query(({ ctx }) => describeConfiguration(ctx.deps.configuration)),

  settings: administratorProcedure
    .meta({
      summary: 'The identity providers, the sign-in methods and the settings in force, without any secret.',
      errors: [],
    })
    .output(settingsOutput)
    .query(({ ctx }) => describeSettings(ctx.deps)),

  brand: administratorProcedure
    .meta({ summary: 'What the brand studio begins with: the brand of the settings.', errors: [] })
    .output(presentBrandOutput)
    .query(({ ctx }) => presentBrand(ctx.deps.settings)),

  checkBrand: administratorProcedure
    .meta({
      readsOnly: true,
      summary:
        'Checks a draft of a brand as the start of Foyer checks `BRAND_DIR`, and answers its colours. Nothing is stored.',
      errors: [],
    })
    .input(brandDraft)
    .output(checkBrandOutput)
    .mutation(({ ctx, input }) => checkBrand(ctx.deps.settings, input)),

  brandFolder: administratorProcedure
    .meta({
      readsOnly: true,
      summary: 'The files of `BRAND_DIR` for a draft of a brand. Nothing is stored.',
      errors: [],
    })
    .input(brandDraft)
    .output(brandFolderOutput)
    .mutation(({ ctx, input }) => brandFolder(ctx.deps.settings, input)),
});
