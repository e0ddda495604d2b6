import type { AgentClient } from '../../../src/application/application.js';

export interface Place {
  /** `http://127.0.0.1:PORT` of the model's API. */
  readonly api: string;
  /** Worktree whose configuration names our server. */
  readonly directory: string;
}

/** How one client is started without a person; the prompt comes on stdin. */
export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files below the client's home directory, path to text. */
  readonly files: Readonly<Record<string, string>>;
}

/** A maker's agent on the command line, started so that it loads the configuration of the project it works in. */
export interface Vendor {
  /** Whose project configuration it reads. */
  readonly client: AgentClient;
  readonly launch: (place: Place) => Launch;
}

export type VendorName = 'claude' | 'codex' | 'copilot' | 'gemini' | 'opencode' | 'qwen';
