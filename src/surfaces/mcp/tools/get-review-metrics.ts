import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { next, text } from '../schema/fields.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

export const getReviewMetrics = define({
  name: 'get_review_metrics',
  title: 'Get review metrics',
  description: 'Counts of reviews and their outcomes, mean time and confidence.',
  hints: { reads: true, idempotent: true },
  caller: 'anybody',
  input: z.object({
    period: z.enum(['day', 'week', 'month']).optional(),
    agent: text(100).optional(),
    type: text(100).optional(),
  }),
  output: z.object({
    next,
    period: z.string(),
    total_reviews: z.int(),
    approved: z.int(),
    changes_requested: z.int(),
    rejected: z.int(),
    escalated: z.int(),
    avg_review_time_minutes: z.number().nullable(),
    avg_confidence: z.number().nullable(),
    recommendations: z.array(z.string()),
  }),
  call: async ({ period, agent, type }, { peer }) => {
    const metrics = await peer.metrics({
      ...given({ period, agent, type }),
    });
    if (isRefusal(metrics)) return metrics;
    return {
      content: {
        next: metrics.totalReviews === 0 ? 'No review in this period.' : 'Nothing to do.',
        period: metrics.period,
        total_reviews: metrics.totalReviews,
        approved: metrics.approved,
        changes_requested: metrics.changesRequested,
        rejected: metrics.rejected,
        escalated: metrics.escalated,
        avg_review_time_minutes: metrics.averageReviewMinutes,
        avg_confidence: metrics.averageConfidence,
        recommendations: [...metrics.recommendations],
      },
    };
  },
});
