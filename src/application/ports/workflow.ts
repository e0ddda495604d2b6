/** Tasks between agents, as a user wrote them down (GATE, workflow config). */
export interface Workflow {
  /** As it was named. */
  readonly file: string;
  /** File whose Standards section reviewers are given; null: the first of the usual ones that has such a section. */
  readonly constitution: string | null;
  readonly tasks: Readonly<Record<string, WorkflowTask>>;
}

export interface WorkflowTask {
  /** Who does the task where nobody reviews it. */
  readonly agent: string | null;
  readonly description: string;
  readonly acceptanceCriteria: readonly string[];
  /** File of the repository that the artifact is written to. */
  readonly artifact: string | null;
  /** Whether the coder and reviewer loop runs; off by default. */
  readonly enabled: boolean;
  readonly coder: string | null;
  readonly reviewer: string | null;
  readonly maxIterations: number;
  readonly exitConditions: readonly string[];
}
