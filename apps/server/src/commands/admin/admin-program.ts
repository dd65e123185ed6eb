import { createVerbProgram, type VerbProgram } from '../verbs.ts'
import { addAccountVerbs } from './accounts.ts'
import { addAppVerbs } from './apps.ts'
import { addCouponVerbs } from './coupons.ts'
import { addCustomerVerbs } from './customers.ts'
import { addOrderVerbs } from './orders.ts'
import { addStockVerbs } from './stock.ts'

/** Creates `npm run admin`. Its help lists the verbs in this order. */
export function createAdminProgram(): VerbProgram {
  const admin = createVerbProgram(
    'admin',
    'Manages data that partners cannot change, in the database of DATABASE_URL. Servers may be running.',
    'app add corner-shop',
  )
  addAppVerbs(admin)
  const customer = addCustomerVerbs(admin)
  addAccountVerbs(admin, customer)
  addStockVerbs(admin)
  addCouponVerbs(admin)
  addOrderVerbs(admin)
  return admin
}
