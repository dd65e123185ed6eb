import type { FaultTable } from '../fault.ts'
import {
  archive,
  caller,
  collaborators,
  createServer,
  databaseMode,
  errorResponses,
  kitProblems,
  orderSteps,
  partnerApi,
  recurringJobs,
  refunds,
  schemaState,
  settledOrders,
  settlePayment,
  stored,
} from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D14-01',
    file: partnerApi,
    find: 'limitRate(rateLimit),',
    replace:
      "limitRate(rateLimit),\n      (_request, response, next) => {\n        const { operation, caller } = localsOf(response) as never as { operation: { object: Record<string, unknown> }; caller: PartnerCaller }\n        if (operation.object['x-access'] === 'customer' && caller.customerId === null) throw loginRequired()\n        next()\n      },",
  },
  { rule: 'D14-02', file: kitProblems, find: 'maxProblems = 20', replace: 'maxProblems = 21' },
  {
    rule: 'D14-03',
    file: errorResponses,
    find: 'if (!isSandbox) return undefined',
    replace: 'if (isSandbox) return undefined',
  },
  {
    rule: 'D14-04',
    file: errorResponses,
    find: "metrics.countBreach(error.operation.operationId ?? 'none', error.status)",
    replace: '',
  },
  { rule: 'D14-05', file: createServer, find: 'refusalsPerMinute = 60', replace: 'refusalsPerMinute = 61' },
  {
    rule: 'D14-06',
    file: caller,
    find: 'try {\n      const caller',
    replace: 'try {\n      await refusals.count(ip)\n      const caller',
  },
  {
    rule: 'D14-07',
    file: partnerApi,
    find: 'shedLoad(work),',
    replace:
      "shedLoad(work),\n      (_request, response, next) => {\n        work.run(() => new Promise((resolve) => response.once('close', resolve))).catch(next)\n        next()\n      },",
  },
  {
    rule: 'D14-08',
    file: partnerApi,
    find: 'shedLoad(work),',
    replace:
      "shedLoad(work),\n      (_request, response, next) => {\n        work.run(() => new Promise((resolve) => response.once('finish', resolve))).catch(next)\n        next()\n      },",
  },
  {
    rule: 'D14-09',
    file: collaborators,
    find: 'gateway !== undefined && issuer !== undefined',
    replace: 'gateway !== undefined || issuer !== undefined',
  },
  {
    rule: 'D14-10',
    file: schemaState,
    find: 'if (marked === mode) return\n',
    replace: 'if (marked !== undefined) return\n',
  },
  {
    rule: 'D14-11',
    file: createServer,
    find: 'tx.seedIfEmpty(publishedData)',
    replace: 'tx.seed(publishedData)',
  },
  {
    rule: 'D14-12',
    file: databaseMode,
    find: "return isSandbox ? 'sandbox' : 'production'",
    replace: "return isSandbox ? 'sandbox' : 'sandbox'",
  },
  {
    rule: 'D14-13',
    file: stored('clock'),
    find: "\n    .where('database_mode.mode', '=', sql.lit('sandbox'))",
    replace: '',
  },
  {
    rule: 'D14-14',
    file: settlePayment,
    find: 'await Promise.all(legs.map((leg) => tx.putPaymentLeg(leg)))',
    replace: '',
  },
  {
    rule: 'D14-15',
    file: refunds,
    find: 'await tx.insertJob({ id: `refund/${orderId}/${position}`, task, dueAt: at })',
    replace: '',
  },
  {
    rule: 'D14-16',
    file: settledOrders,
    find: "=== 'no cards') failed.push(orderId)",
    replace: "=== 'no cards') break",
  },
  {
    rule: 'D14-17',
    file: orderSteps,
    find: '  await tx.insertJob({ id: `void-cards/${order.id}`, task, dueAt: at })\n',
    replace: '',
  },
  {
    rule: 'D14-18',
    file: schemaState,
    find: "if (mode === 'sandbox') return migrate(db, types, mode)",
    replace: "if (mode !== 'any') return migrate(db, types, mode)",
  },
  {
    rule: 'D14-19',
    file: 'packages/giftcards/storage/src/lib/schema/migrate.ts',
    find: 'if (needed !== undefined && needed > lastNumber)',
    replace: 'if (needed === undefined || needed > lastNumber)',
  },
  {
    rule: 'D14-20',
    file: 'packages/giftcards/storage/src/lib/database/migrate-database.ts',
    find: "audit_log: 'select, insert'",
    replace: "audit_log: 'select, insert, update'",
  },
  {
    rule: 'D14-21',
    file: 'packages/giftcards/storage/src/lib/postgres/postgres-failure.ts',
    find: "  '25006': 'is read-only',\n",
    replace: '',
  },
  {
    rule: 'D14-22',
    file: stored('audit-log'),
    find: 'JSON.stringify({ at, operator, ...event })',
    replace: 'JSON.stringify({ at, ...event })',
  },
  {
    rule: 'D14-23',
    file: recurringJobs,
    find: 'attempts: settings.attemptLifeMs',
    replace: 'attempts: settings.jobLifeMs',
  },
  {
    rule: 'D14-24',
    file: archive,
    find: 'for await (const batch of inBatches(readRecords(file))) await write((session) => remove(session, batch))',
    replace: '',
  },
]
