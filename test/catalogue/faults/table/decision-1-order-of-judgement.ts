import type { FaultTable } from '../fault.ts'
import { app, caller, judgeCheckout, kitRouter, operation, partnerApi } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D1-01',
    file: app,
    find: 'app.use(parts.partnerApi)',
    replace:
      "app.use((request, _response, next) => next(request.get('user-agent') ? undefined : malformedRequest()))\n  app.use(parts.partnerApi)",
  },
  {
    rule: 'D1-02',
    file: partnerApi,
    find: '      requireUserAgent,\n      requireApp,',
    replace: '      requireApp,\n      requireUserAgent,',
  },
  {
    rule: 'D1-03',
    file: caller,
    find: "const appId = request.get('x-cc-app') ?? ''",
    replace:
      "if (takesToken && !request.get('authorization')) throw tokenRefused('token_missing')\n    const appId = request.get('x-cc-app') ?? ''",
  },
  {
    rule: 'D1-04',
    file: partnerApi,
    find: '      requireUserAgent,\n',
    replace:
      "      requireUserAgent,\n      (request, _response, next) =>\n        (request.path !== '/v3/session' && !request.get('authorization') ? rates.session.count('nobody', () => undefined) : Promise.resolve()).then(() => next(), next),\n",
  },
  {
    rule: 'D1-05',
    file: kitRouter,
    find: '...guards, readBody(api, options.limits),',
    replace: 'readBody(api, options.limits), ...guards,',
  },
  {
    rule: 'D1-06',
    file: kitRouter,
    find: '...guards, readBody(',
    replace:
      "...guards,\n    (request, _response, next) =>\n      next(\n        operation.operationId === 'checkout' && request.query['checkout'] !== 'condensed'\n          ? new RequestError('validation_failed', 'Wrong query', { problems: [{ in: 'query', at: 'checkout', message: 'must be condensed', keyword: 'enum' }] })\n          : undefined,\n      ),\n    readBody(",
  },
  {
    rule: 'D1-07',
    file: partnerApi,
    find: 'limitRate(rates.session),',
    replace:
      "limitRate(rates.session),\n      (_request, response, next) => {\n        const { operation } = response.locals as { operation: { object: Record<string, unknown> } }\n        if (operation.object['x-access'] === 'customer' && callerOf(response).customerId === null) throw loginRequired()\n        next()\n      },",
  },
  {
    rule: 'D1-08',
    file: judgeCheckout,
    find: "if (payer.kind === 'refused') return payer\n  if (cart === undefined) return refused('cart_not_found')",
    replace:
      "if (cart === undefined) return refused('cart_not_found')\n  if (payer.kind === 'refused') return payer",
  },
  {
    rule: 'D1-09',
    file: operation('adjust-card-quantity'),
    find: "if (body.qty === 0) return refusalResponse({ kind: 'quantity_zero' })",
    replace: "if (body.qty < 0) return refusalResponse({ kind: 'quantity_below_one' })",
  },
]
