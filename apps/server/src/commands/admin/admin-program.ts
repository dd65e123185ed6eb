import { accountVerbs } from './accounts.ts'
import { appVerbs } from './apps.ts'
import { couponVerbs } from './coupons.ts'
import { customerVerbs } from './customers.ts'
import { orderVerbs } from './orders.ts'
import type { VerbProgram } from './parse-command.ts'
import { stockVerbs } from './stock.ts'

/** The verbs of `npm run admin`, in the order in which its help lists them. */
export const adminProgram: VerbProgram = {
  name: 'admin',
  verbs: [...appVerbs, ...customerVerbs, ...accountVerbs, ...stockVerbs, ...couponVerbs, ...orderVerbs],
}
