import { router } from './procedures.ts';
import { accessTokensRouter } from './routers/access-tokens.ts';
import { accountsRouter } from './routers/accounts.ts';
import { activityRouter } from './routers/activity.ts';
import { dataRouter } from './routers/data.ts';
import { deviceRouter } from './routers/device.ts';
import { emailRouter } from './routers/email.ts';
import { passwordRouter } from './routers/password.ts';
import { phoneRouter } from './routers/phone.ts';
import { profileRouter } from './routers/profile.ts';
import { providersRouter } from './routers/providers.ts';
import { securityReviewRouter } from './routers/security-review.ts';
import { sessionRouter } from './routers/session.ts';

export const appRouter = router({
  session: sessionRouter,
  providers: providersRouter,
  accounts: accountsRouter,
  email: emailRouter,
  password: passwordRouter,
  phone: phoneRouter,
  profile: profileRouter,
  accessTokens: accessTokensRouter,
  device: deviceRouter,
  activity: activityRouter,
  securityReview: securityReviewRouter,
  data: dataRouter,
});

export type AppRouter = typeof appRouter;
