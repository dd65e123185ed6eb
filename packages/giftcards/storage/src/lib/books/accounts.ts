import { executedRefusalKinds, settings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Invariant, oneOf, truth } from './invariant.ts'

/** Invariants of customers, their saved methods and their activity. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'customer-email',
    rule: 'The email of a customer is in lower case, so that logins find it.',
    action: 'Convert the email to lower case, unless another customer has the result.',
    find: () => sql`
      select id as customer_id from customers where email <> lower(email) or email not like '%_@_%' or token_generation < 0`,
  },
  {
    name: 'password-hash',
    rule: 'Every customer has a readable argon2id hash.',
    action: 'Set a new password with `npm run admin`.',
    needsServer: true,
    find: () => sql`
      select id as customer_id from customers
      where password_hash not like '$argon2id$v=19$m=%,t=%,p=%$%$%' or length(password_hash) < 60`,
  },
  {
    name: 'saved-method',
    rule: 'A saved bank account has its masked numbers, and a saved card has none.',
    action: 'Remove the method and let the customer save it again.',
    find: () => sql`
      select customer_id, id as method_id, kind from payment_methods where case kind
        when 'bank' then account_number like '****____' and routing_number like '****____'
        else account_number is null and routing_number is null end is not true`,
  },
  {
    name: 'drawdown-profile',
    rule: 'A customer who paid by drawdown has an address, a phone and an account.',
    action: 'Restore the profile or the account from the last sound backup.',
    find: () => sql`
      select customers.id as customer_id, count(*) as orders from orders
        join customers on customers.id = orders.customer_id
        left join drawdown_accounts as accounts on accounts.customer_id = customers.id
      where orders.hold <> 'none' and (phone is null or address is null or accounts.customer_id is null)
      group by customers.id`,
  },
  {
    name: 'idempotency-key',
    rule: 'For a day, a key replays one order of its own customer, or a possible refusal of a checkout.',
    action: 'Delete the record: a retry under its key would get the outcome of another request.',
    find: () => sql`
      select records.customer_id, records.order_id, refusal, orders.customer_id as customer_of_order,
        expires_at, purchased_at, used.records as keys_of_order
      from idempotency_records as records
        left join orders on orders.id = records.order_id
        left join (select order_id, count(*) as records from idempotency_records group by order_id) as used
          on used.order_id = records.order_id
      where refusal not in ${oneOf(executedRefusalKinds)} or orders.customer_id <> records.customer_id
        or expires_at <> purchased_at + ${sql.lit(settings.idempotencyTtlMs)} or used.records > 1`,
  },
  {
    name: 'request-fingerprint',
    rule: 'A key is stored with the SHA-256 of its request.',
    action: 'Delete the record or the pending payment: no retry would match it.',
    needsServer: true,
    find: () => sql`
      select customer_id, order_id from idempotency_records where length(fingerprint) <> 43
      union all select customer_id, null from payments where length(fingerprint) <> 43`,
  },
  {
    name: 'secure-read',
    rule: 'Only the owner of a card read its secure data, within the window after delivery.',
    action: 'Treat the card as compromised: cancel the order, so that its issuer voids the card.',
    find: ({ isProduction }) => sql`
      select card_id, reads.customer_id, orders.customer_id as owner_id, read_at, fulfilled_at
      from secure_reads as reads
        join order_units as cards on cards.id = reads.card_id join orders on orders.id = cards.order_id
      where reads.customer_id <> orders.customer_id or fulfilled_at is null
        or read_at > fulfilled_at + ${sql.lit(settings.secureDataWindowMs)}
        or (${truth(isProduction)} and read_at < fulfilled_at)`,
  },
]
