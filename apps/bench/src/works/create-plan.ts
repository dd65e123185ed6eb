import type { LoadPlan } from '../load/load-plan.ts'
import { toRequestText } from '../load/request-text.ts'
import type { Partner } from './partner.ts'
import type { Work } from './works.ts'

/** A work as requests: one connection for each partner. */
export function createPlan({ steps }: Work, partners: readonly Partner[]): LoadPlan {
  return {
    lanes: partners.map((partner) =>
      steps.map(({ request, status, times = 1 }) => ({
        text: toRequestText(request(partner), partner),
        status,
        times,
      })),
    ),
  }
}
