import type { Fault, FaultTable } from '../fault.ts'
import {
  cartLines,
  carts,
  cartWire,
  contract,
  fromWire,
  login,
  money,
  operation,
  refusals,
  schema,
  settings,
  stockModel,
  stored,
} from '../sources.ts'

/** A refused change of a cart takes the cart away. */
const loseCart = (rule: string, refusal: string): Fault => ({
  rule,
  file: carts,
  find: "  return 'kept' in result ? result.kept : result\n",
  replace: `  const outcome = 'kept' in result ? result.kept : result\n  if (outcome.kind === 'refused' && (outcome.refusal.kind as string) === '${refusal}')\n    await store.transaction(async (tx) => releaseCart(tx, (await tx.findCart(cartId))!))\n  return outcome\n`,
})

export const faults: FaultTable = [
  {
    rule: 'D4-01',
    file: stored('stock'),
    find: "db.updateTable('stock').where((eb) => eb.and(paramsOf(param, keys.columns)))",
    replace:
      "db.updateTable('stock').where((eb) => eb.and(paramsOf(param, keys.columns.filter((name) => name !== 'percent_off_bps'))))",
  },
  {
    rule: 'D4-02',
    file: stockModel,
    find: 'return bucket.onHand - bucket.reserved',
    replace: 'return bucket.onHand',
  },
  {
    rule: 'D4-03',
    file: stored('stock'),
    find: 'releaseStock: (key, count) => change(key, 0, -count)',
    replace: 'releaseStock: (key, count) => change(key, 0, -2 * count)',
  },
  { rule: 'D4-04', file: cartLines, find: '    await tx.releaseStock(line, line.quantity)\n', replace: '' },
  {
    rule: 'D4-05',
    file: carts,
    find: 'return got + (await tx.reserveStock(key, count - got))',
    replace: 'return count',
  },
  {
    rule: 'D4-06',
    file: fromWire,
    find: 'parseAll(cards, (card, at) => parseCard(card, at))',
    replace:
      "parseAll(cards, (card, at) => {\n    const parsed = parseCard(card, at)\n    return 'problems' in parsed ? parsed : { value: { ...parsed.value, onlyLowRisk: 'isLowRisk' in card && card.isLowRisk === true } }\n  })",
  },
  { rule: 'D4-07', file: stockModel, find: '[true] : [false, true]', replace: '[true] : [true, false]' },
  { rule: 'D4-08', file: stockModel, find: '[true] : [false, true]', replace: '[true] : [false]' },
  {
    rule: 'D4-09',
    file: cartLines,
    find: 'const id = before?.id ?? ids.uuid(`line:${cartId}:${name}`)',
    replace: 'const id = ids.uuid(`line:${cartId}:${name}:${before?.quantity ?? 0}`)',
  },
  {
    rule: 'D4-10',
    file: cartWire,
    find: 'cost: toDollars(line.unitCostCents)',
    replace: 'cost: toDollars(line.unitCostCents * line.quantity)',
  },
  {
    rule: 'D4-11',
    file: cartWire,
    find: 'details: details.map(toDetail)',
    replace: 'details: details.filter((line) => line.added < line.quantity).map(toDetail)',
  },
  {
    rule: 'D4-12',
    file: cartWire,
    find: '...(line.added < line.quantity ? {',
    replace: '...(line.quantity > 0 ? {',
  },
  loseCart('D4-13', 'insufficient_inventory'),
  {
    rule: 'D4-14',
    file: contract,
    after: schema('AdjustQuantityRequest'),
    find: '"minimum": -100',
    replace: '"minimum": -101',
  },
  {
    rule: 'D4-15',
    file: operation('adjust-card-quantity'),
    find: "if (body.qty === 0) return refusalResponse({ kind: 'quantity_zero' })\n  const outcome = await adjustQuantity(marketplace, caller, path.cartId, path.cardId, body.qty)",
    replace:
      'const outcome = await adjustQuantity(marketplace, caller, path.cartId, path.cardId, body.qty || 1)',
  },
  {
    rule: 'D4-16',
    file: refusals,
    find: "message: 'Quantity cannot be reduced to zero, remove the card instead'",
    replace: "message: 'Quantity cannot be reduced to zero'",
  },
  loseCart('D4-17', 'quantity_below_one'),
  {
    rule: 'D4-18',
    file: cartLines,
    find: 'done({ requested: adjustment, added })',
    replace: 'done({ requested: line.quantity + adjustment, added: line.quantity + added })',
  },
  {
    rule: 'D4-19',
    file: contract,
    after: schema('AddCardsLine'),
    find: '"minimum": 1,\n            "maximum": 100',
    replace: '"minimum": 1,\n            "maximum": 101',
  },
  {
    rule: 'D4-20',
    file: contract,
    after: schema('AddCardsRequest'),
    find: '"maxItems": 50',
    replace: '"maxItems": 51',
  },
  { rule: 'D4-21', file: settings, find: 'maxCards: 500', replace: 'maxCards: 501' },
  {
    rule: 'D4-22',
    file: contract,
    after: schema('AddCardsLine'),
    find: '"maximum": 2000',
    replace: '"maximum": 2001',
  },
  {
    rule: 'D4-23',
    file: contract,
    after: schema('AddCardsLine'),
    find: '"exclusiveMaximum": 100',
    replace: '"maximum": 100',
  },
  { rule: 'D4-24', file: money, find: '< 1e-6', replace: '< 1' },
  {
    rule: 'D4-25',
    file: money,
    find: 'Math.abs(dollars * 100 - cents) < 1e-6',
    replace: 'dollars * 100 === cents',
  },
  { rule: 'D4-26', file: settings, find: 'cartTtlMs: 30 *', replace: 'cartTtlMs: 31 *' },
  {
    rule: 'D4-27',
    file: carts,
    find: 'await tx.updateCart(cart.id, { expiresAt: now + settings.cartTtlMs })',
    replace: '',
  },
  {
    rule: 'D4-28',
    file: carts,
    find: 'if (shown !== undefined) return { cart: shown, isNew: false }',
    replace:
      'if (shown !== undefined) {\n    await store.transaction((tx) => tx.updateCart(shown.id, { expiresAt: clock.now() + settings.cartTtlMs }))\n    return { cart: shown, isNew: false }\n  }',
  },
  {
    rule: 'D4-29',
    file: carts,
    find: 'if (active !== undefined) await releaseCart(tx, active)',
    replace: 'if (active !== undefined) await tx.deleteCart(active.id)',
  },
  {
    rule: 'D4-30',
    file: carts,
    find: 'return isOwn && cart.expiresAt > now ? cart : undefined',
    replace: 'return isOwn ? cart : undefined',
  },
  {
    rule: 'D4-31',
    file: carts,
    find: 'if (got === count || (await tx.reclaimStock(key, now, mostLines)) === 0) return got',
    replace: 'if (got <= count) return got',
  },
  {
    rule: 'D4-32',
    file: carts,
    find: 'tx.deleteExpiredCarts(clock.now(), batchSize)',
    replace: 'tx.deleteExpiredCarts(0, batchSize)',
  },
  {
    rule: 'D4-33',
    file: carts,
    find: "{ kind: 'session', sessionId: caller.sessionId }",
    replace: "{ kind: 'session', sessionId: caller.ip }",
  },
  {
    rule: 'D4-34',
    file: login,
    find: 'await tx.updateCart(anonymous.id, { owner })',
    replace: 'await releaseCart(tx, anonymous)',
  },
  {
    rule: 'D4-35',
    file: login,
    find: 'if (own !== undefined && own.expiresAt > now) return releaseCart(tx, anonymous)',
    replace: '',
  },
  {
    rule: 'D4-36',
    file: carts,
    find: 'if (active !== undefined && active.expiresAt > now)\n',
    replace: 'if (active !== undefined && active.expiresAt > now + settings.cartTtlMs)\n',
  },
  {
    rule: 'D4-37',
    file: contract,
    after: schema('CreateCartRequest'),
    find: '"properties": {',
    replace: '"additionalProperties": false,\n        "properties": {',
  },
]
