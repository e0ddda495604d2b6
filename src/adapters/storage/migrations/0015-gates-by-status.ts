/** Gates that are open or were rejected are asked for when another begins; most others came to a GO. */
export const gatesByStatus: readonly string[] = [`create index gates_by_status on gates (status, started_at)`];
