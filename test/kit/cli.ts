import type { Application } from '../../src/application/application.js';
import type { Refusal } from '../../src/domain/model/refusal.js';
import type { CliIo, Output } from '../../src/surfaces/cli/io.js';
import { run } from '../../src/surfaces/cli/run.js';

/** A stream that keeps what was written. */
export interface Kept extends Output {
  text: string;
}

export function keptOutput(facts: { isTTY?: boolean; columns?: number } = {}): Kept {
  return {
    ...facts,
    text: '',
    write(chunk) {
      this.text += chunk;
      return true;
    },
    once: () => undefined,
    off: () => undefined,
  };
}

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Directories the application was loaded for. */
  readonly loads: readonly string[];
}

/** Runs one command line against an application of which a test gives only the methods that may be called. */
export async function runCli(
  argv: readonly string[],
  application: Partial<Application> | Refusal | (() => Promise<never>) = {},
  io: Partial<CliIo> & { readonly terminal?: { isTTY?: boolean; columns?: number } } = {},
): Promise<CliRun> {
  const stdout = keptOutput(io.terminal);
  const stderr = keptOutput(io.terminal);
  const loads: string[] = [];
  const code = await run(
    argv,
    {
      stdout,
      stderr,
      env: {},
      cwd: '/project',
      now: () => Date.parse('2026-03-04T12:00:00Z'),
      signal: new AbortController().signal,
      ...io,
    },
    async ({ directory }) => {
      loads.push(directory);
      if (typeof application === 'function') return application();
      return 'refused' in application ? application : complete(application);
    },
  );
  return { code, out: stdout.text, err: stderr.text, loads };
}

/** Every method that the test did not give fails loudly when it is called. */
function complete(given: Partial<Application>): Application {
  const unexpected = (name: string) => () => {
    throw new Error(`the command called ${name}, which this test did not expect`);
  };
  return {
    review: unexpected('review'),
    show: unexpected('show'),
    list: unexpected('list'),
    findings: unexpected('findings'),
    dispose: unexpected('dispose'),
    decide: unexpected('decide'),
    inbox: unexpected('inbox'),
    agents: {
      add: unexpected('agents.add'),
      list: unexpected('agents.list'),
      revoke: unexpected('agents.revoke'),
      rotate: unexpected('agents.rotate'),
    },
    peer: {
      checkReviewRequired: unexpected('peer.checkReviewRequired'),
      requestReview: unexpected('peer.requestReview'),
      startReview: unexpected('peer.startReview'),
      refuseUnidentified: unexpected('peer.refuseUnidentified'),
      furtherProblems: unexpected('peer.furtherProblems'),
      submitReview: unexpected('peer.submitReview'),
      getReview: unexpected('peer.getReview'),
      requestReReview: unexpected('peer.requestReReview'),
      escalateReview: unexpected('peer.escalateReview'),
      withdrawReview: unexpected('peer.withdrawReview'),
      contestFinding: unexpected('peer.contestFinding'),
      listReviews: unexpected('peer.listReviews'),
      reportOutcome: unexpected('peer.reportOutcome'),
      metrics: unexpected('peer.metrics'),
      questions: unexpected('peer.questions'),
      packet: unexpected('peer.packet'),
      extend: unexpected('peer.extend'),
      reassign: unexpected('peer.reassign'),
      tick: unexpected('peer.tick'),
      work: unexpected('peer.work'),
    },
    runs: {
      start: unexpected('runs.start'),
      show: unexpected('runs.show'),
      list: unexpected('runs.list'),
      waiting: () => Promise.resolve([]),
      own: unexpected('runs.own'),
      event: unexpected('runs.event'),
      answer: unexpected('runs.answer'),
      trigger: unexpected('runs.trigger'),
      resume: unexpected('runs.resume'),
      stop: unexpected('runs.stop'),
    },
    gates: {
      run: unexpected('gates.run'),
      show: unexpected('gates.show'),
      list: unexpected('gates.list'),
      waiting: () => Promise.resolve([]),
      decide: unexpected('gates.decide'),
      export: unexpected('gates.export'),
    },
    calibrations: unexpected('calibrations'),
    scanOutcomes: unexpected('scanOutcomes'),
    analytics: { summary: unexpected('analytics.summary'), entries: unexpected('analytics.entries') },
    memory: { show: unexpected('memory.show'), rebuild: unexpected('memory.rebuild') },
    patterns: {
      list: unexpected('patterns.list'),
      suggested: () => Promise.resolve([]),
      switch: unexpected('patterns.switch'),
    },
    tasks: {
      import: unexpected('tasks.import'),
      list: unexpected('tasks.list'),
      blocked: () => Promise.resolve([]),
      show: unexpected('tasks.show'),
      start: unexpected('tasks.start'),
      review: unexpected('tasks.review'),
      idle: unexpected('tasks.idle'),
      settings: unexpected('tasks.settings'),
      decide: unexpected('tasks.decide'),
      progress: unexpected('tasks.progress'),
    },
    explain: unexpected('explain'),
    log: unexpected('log'),
    verify: unexpected('verify'),
    replay: unexpected('replay'),
    rebuild: unexpected('rebuild'),
    backup: unexpected('backup'),
    validatePolicy: unexpected('validatePolicy'),
    simulatePolicy: unexpected('simulatePolicy'),
    explainPolicy: unexpected('explainPolicy'),
    currentPolicy: unexpected('currentPolicy'),
    position: unexpected('position'),
    reviewsAfter: unexpected('reviewsAfter'),
    policySchema: unexpected('policySchema'),
    init: unexpected('init'),
    doctor: unexpected('doctor'),
    readOpinion: unexpected('readOpinion'),
    spool: unexpected('spool'),
    notifications: {
      list: unexpected('notifications.list'),
      deliver: unexpected('notifications.deliver'),
      retry: unexpected('notifications.retry'),
      drop: unexpected('notifications.drop'),
    },
    close: () => Promise.resolve(),
    ...given,
  };
}
