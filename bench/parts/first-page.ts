import type { Browser } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { EARLIER_PAGES, earlierBuild } from '../earlier-build.ts';
import type { FirstPageBuild, FirstPageMeasurement, FirstPageRound } from '../results.ts';
import { startFoyer, TWO_PROVIDERS } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { launchBrowser, SLOW_NETWORK, startProxy, visitSignInPage } from './browser.ts';

interface MeasuredBuild {
  readonly build: FirstPageBuild['build'];
  readonly origin: string;
  readonly rounds: FirstPageRound[];
  readonly end: () => Promise<void>;
}

/**
 * When the sign-in page of this build, and that of an earlier commit, is visible and ready on a slow network. The
 * builds alternate. Returns `null` without a Chromium.
 */
export async function measureFirstPage(bench: Bench, plan: Plan): Promise<FirstPageMeasurement | null> {
  const executablePath = findChromium();
  if (executablePath === null) {
    bench.say('no Chromium, so the first page is not measured; CHROMIUM_PATH can name one');
    return null;
  }
  const earlier = await earlierBuild(EARLIER_PAGES, bench.say);
  const measured: MeasuredBuild[] = [await startBuild(bench, 'present')];
  if (earlier !== null) measured.push(await startBuild(bench, 'earlier', earlier));
  const browser = await launchBrowser(executablePath);
  try {
    bench.say('first page: warm-up');
    for (const { origin } of measured) await visitSignInPage(browser, origin, null);
    for (let round = 0; round < plan.firstPageRounds; round++) {
      bench.say(`first page: round ${round + 1} of ${plan.firstPageRounds}`);
      await runRound(browser, bench.shuffle(measured));
    }
  } finally {
    await browser.close();
    for (const { end } of measured) await end();
  }
  return {
    network: SLOW_NETWORK,
    earlierCommit: EARLIER_PAGES,
    builds: measured.map(({ build, rounds }) => ({ build, rounds })),
  };
}

async function runRound(browser: Browser, builds: readonly MeasuredBuild[]): Promise<void> {
  for (const { origin, rounds } of builds) rounds.push(await visitSignInPage(browser, origin, SLOW_NETWORK));
}

async function startBuild(
  { database }: Bench,
  build: FirstPageBuild['build'],
  main?: URL,
): Promise<MeasuredBuild> {
  const { uri } = database.use(`first_page_${build}`);
  const server = await startFoyer(uri, { settings: TWO_PROVIDERS, ...(main && { main }) });
  const proxy = await startProxy(server);
  const end = async () => {
    await proxy.close();
    await server.child.end();
  };
  return { build, origin: proxy.origin, rounds: [], end };
}
