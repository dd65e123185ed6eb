import type { Findings } from '@giftcards/marketplace'
import { readPages } from '../database/read-pages.ts'
import { fromJson } from '../schema/columns.ts'
import type { Db } from '../tables/db.ts'

/** Orders that are woken at another time than their plan says, or not at all (decision: orders). */
export async function checkNextSteps(db: Db, report: Findings['add']): Promise<void> {
  for await (const page of readPages(db, 'orders')) {
    for (const { id, plan, next_step_at } of page) {
      const planned = fromJson(plan)[0]?.at ?? null
      if (next_step_at !== planned)
        report(`Order ${id} goes on at ${next_step_at ?? 'no time'}, but its plan at ${planned ?? 'no time'}`)
    }
  }
}
