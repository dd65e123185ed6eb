import type { OrderStep } from '../model/order.ts'
import type { FulfilmentCourse } from '../model/stock.ts'
import { settings } from '../settings.ts'

/** Which course wins where an order holds cards of several merchants. */
const precedence = [
  'cancel',
  'review',
  'hold',
  'delayed',
  'standard',
] as const satisfies readonly FulfilmentCourse[]

/** The course of an order: the most eventful one of its merchants'. */
export function orderCourse(courses: readonly FulfilmentCourse[]): FulfilmentCourse {
  return precedence.find((course) => courses.includes(course)) ?? 'standard'
}

/** What will happen to an order placed or released at `at`, soonest first (decision: orders, magic merchants). */
export function planOrder(
  at: number,
  course: FulfilmentCourse,
  hasPhysical: boolean,
  returnedAt: number | undefined,
): readonly OrderStep[] {
  const steps = courseSteps(at, course, hasPhysical)
  const returned: readonly OrderStep[] = returnedAt === undefined ? [] : [{ at: returnedAt, do: 'return' }]
  return [...steps, ...returned].toSorted((a, b) => a.at - b.at)
}

function courseSteps(at: number, course: FulfilmentCourse, hasPhysical: boolean): readonly OrderStep[] {
  switch (course) {
    case 'cancel':
      return [{ at: at + settings.cancelAfterMs, do: 'cancel' }]
    case 'review':
    case 'hold':
      return [{ at, do: course }]
    case 'delayed':
      return delivery(at + settings.delayedByMs, hasPhysical)
    case 'standard':
    case 'never-sold':
      return delivery(at, hasPhysical)
  }
}

/** E-codes at once; physical cards are prepared, then shipped. */
export function delivery(at: number, hasPhysical: boolean): readonly OrderStep[] {
  const digital: OrderStep = { at, do: 'deliver-digital' }
  if (!hasPhysical) return [digital]
  return [
    digital,
    { at: at + settings.prepareAfterMs, do: 'prepare' },
    { at: at + settings.shipAfterMs, do: 'ship' },
  ]
}
