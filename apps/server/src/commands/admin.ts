import { accountVerbs } from './admin/accounts.ts'
import { appVerbs } from './admin/apps.ts'
import { couponVerbs } from './admin/coupons.ts'
import { customerVerbs } from './admin/customers.ts'
import { orderVerbs } from './admin/orders.ts'
import { runVerbs } from './admin/run-verbs.ts'
import { stockVerbs } from './admin/stock.ts'

await runVerbs({
  name: 'admin',
  verbs: [...appVerbs, ...customerVerbs, ...accountVerbs, ...stockVerbs, ...couponVerbs, ...orderVerbs],
})
