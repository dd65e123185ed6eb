import type { Migration } from './migration.ts'

/** Everything the marketplace keeps. */
export const marketplace: Migration = {
  id: '0001-marketplace',
  statements({ integer, text, generated, identity, hasSequences, tableOptions }) {
    const flag = (name: string) => `${name} ${integer} not null check (${name} in (0, 1))`
    const key = `merchant_id ${integer} not null, card_type ${text} not null,
      face_value_cents ${integer} not null check (face_value_cents > 0),
      percent_off_bps ${integer} not null check (percent_off_bps >= 0 and percent_off_bps < 10000), ${flag('is_low_risk')}`
    const keyColumns = 'merchant_id, card_type, face_value_cents, percent_off_bps, is_low_risk'
    const table = (name: string, columns: string) => `create table ${name} (${columns}) ${tableOptions}`
    return [
      // The one mode that the database serves.
      table(
        'database_mode',
        `id ${integer} not null primary key check (id = 1), mode ${text} not null check (mode in ('sandbox', 'production'))`,
      ),
      table('apps', `id ${text} not null primary key, ${flag('is_enabled')}`),
      table(
        'customers',
        `id ${integer} not null primary key, email ${text} not null unique, firstname ${text} not null,
        lastname ${text} not null, password_hash ${text} not null, token_generation ${integer} not null, ${flag('is_elite')}, ${flag('is_disabled')},
        phone ${text}, address ${text},
        store_credit_cents ${integer} not null check (store_credit_cents >= 0)`,
      ),
      table(
        'payment_methods',
        `customer_id ${integer} not null references customers (id), id ${integer} not null,
        kind ${text} not null check (kind in ('bank', 'card')), account_number ${text}, routing_number ${text},
        primary key (customer_id, id)`,
      ),
      table(
        'merchants',
        `id ${integer} not null primary key, name ${text} not null, image ${text} not null,
        balance_check_link ${text} not null, color ${text} not null, description ${text} not null,
        buy_message ${text} not null, barcode_format ${text} not null, barcode_prefix ${text} not null,
        ${flag('cards_have_pin')}, ${flag('can_balance_inquiry')}, fulfillment ${text} not null`,
      ),
      table(
        'stock',
        `${key}, on_hand ${integer} not null, reserved ${integer} not null,
        primary key (${keyColumns}), check (reserved >= 0 and reserved <= on_hand)`,
      ),
      table(
        'carts',
        `id ${text} not null primary key, owner_kind ${text} not null check (owner_kind in ('session', 'customer')),
        owner_id ${text} not null, coupon_code ${text}, expires_at ${integer} not null,
        expiry_slot ${integer} generated always as (expires_at >> 14) ${generated}, unique (owner_kind, owner_id)`,
      ),
      // By a slot of time, because every change of a cart moves its exact expiry. An update that changes no indexed column leaves the
      // indexes alone (PostgreSQL documentation, 66.7 Heap-Only Tuples).
      'create index carts_by_expiry_slot on carts (expiry_slot)',
      table(
        'cart_lines',
        `cart_id ${text} not null references carts (id), id ${text} not null,
        position ${integer} not null, ${key}, quantity ${integer} not null check (quantity > 0),
        primary key (cart_id, id), unique (cart_id, position)`,
      ),
      table(
        'coupons',
        `id ${integer} not null primary key, code ${text} not null unique,
        coupon_type ${text} not null check (coupon_type in ('P', 'F', 'S')), amount ${integer} not null,
        description ${text} not null, starts_at ${integer}, expires ${text} not null, merchant_ids ${text},
        card_types ${text}, ${flag('elite_only')}, minimum_subtotal_cents ${integer} not null,
        uses_per_account ${integer}, uses_in_total ${integer}, uses ${integer} not null default 0 check (uses >= 0)`,
      ),
      table(
        'coupon_uses',
        `order_id ${integer} not null primary key, coupon_id ${integer} not null references coupons (id),
        customer_id ${integer} not null references customers (id)`,
      ),
      'create index coupon_uses_by_coupon on coupon_uses (coupon_id, customer_id)',
      table(
        'orders',
        `id ${integer} not null primary key, order_id ${text} not null unique,
        customer_id ${integer} not null references customers (id), purchased_at ${integer} not null,
        status ${text} not null, order_total_cents ${integer} not null check (order_total_cents >= 0),
        face_value_cents ${integer} not null check (face_value_cents >= 0),
        due_cents ${integer} not null check (due_cents >= 0 and due_cents <= order_total_cents),
        coupon ${text}, payment ${text} not null, shipping ${text} not null, plan ${text} not null,
        next_step_at ${integer},
        hold ${text} not null check (hold in ('none', 'pending', 'captured', 'released', 'refunded'))`,
      ),
      table(
        'order_units',
        `id ${integer} not null primary key, order_id ${integer} not null references orders (id),
        position ${integer} not null, internal_card_id ${integer} not null, ${key},
        unit_cost_cents ${integer} not null check (unit_cost_cents >= 0),
        coupon_share_cents ${integer} not null check (coupon_share_cents >= 0),
        payment_share_cents ${integer} not null check (payment_share_cents >= 0), fulfilled_at ${integer},
        current_balance_cents ${integer} not null check (current_balance_cents >= 0), sealed_secrets ${text}`,
      ),
      'create index order_units_by_order on order_units (order_id, position)',
      table(
        'drawdown_accounts',
        `customer_id ${integer} not null primary key references customers (id), balance_cents ${integer} not null,
        pending_cents ${integer} not null, ${flag('is_active')},
        check (pending_cents >= 0 and balance_cents >= pending_cents)`,
      ),
      table(
        'drawdown_transactions',
        `id ${integer} not null primary key,
        customer_id ${integer} not null references drawdown_accounts (customer_id), booked_at ${integer} not null,
        transaction_type ${text} not null, amount_cents ${integer} not null,
        balance_cents ${integer} not null check (balance_cents >= 0), description ${text} not null,
        order_id ${integer}, deposit_key ${text}`,
      ),
      'create index drawdown_transactions_by_customer on drawdown_transactions (customer_id, id)',
      // An order has at most one purchase and one refund.
      `create unique index drawdown_transactions_by_order on drawdown_transactions (order_id, transaction_type)
        where order_id is not null`,
      // A deposit is made once under its key.
      `create unique index drawdown_transactions_by_key on drawdown_transactions (customer_id, deposit_key)
        where deposit_key is not null`,
      table(
        'store_credit_transactions',
        `customer_id ${integer} not null references customers (id), position ${integer} not null check (position > 0),
        booked_at ${integer} not null, transaction_type ${text} not null, amount_cents ${integer} not null,
        balance_cents ${integer} not null check (balance_cents >= 0), description ${text} not null,
        order_id ${integer}, primary key (customer_id, position)`,
      ),
      `create unique index store_credit_transactions_by_order on store_credit_transactions (order_id, transaction_type)
        where order_id is not null`,
      // Checkouts that are being charged, at most one for each customer.
      table(
        'payments',
        `reference ${text} not null primary key, customer_id ${integer} not null unique references customers (id),
        prepared_order ${text} not null, legs ${text} not null, idempotency_key ${text}, fingerprint ${text},
        started_at ${integer} not null, lease_until ${integer} not null,
        check ((idempotency_key is null) = (fingerprint is null))`,
      ),
      'create index payments_by_lease on payments (lease_until, reference)',
      // The legs of payments are kept for good. At most one leg of an order is charged.
      table(
        'payment_legs',
        `order_id ${integer} not null, position ${integer} not null check (position >= 0), reference ${text} not null,
        kind ${text} not null check (kind in ('bank', 'card')), method_id ${integer},
        amount_cents ${integer} not null check (amount_cents > 0),
        state ${text} not null
          check (state in ('pending', 'charged', 'declined', 'canceled', 'refunding', 'refunded')),
        gateway_reference ${text}, changed_at ${integer} not null, primary key (order_id, position)`,
      ),
      `create unique index payment_legs_paid on payment_legs (order_id)
        where state in ('charged', 'refunding', 'refunded')`,
      table(
        'jobs',
        `id ${text} not null primary key, kind ${text} not null, task ${text} not null,
        state ${text} not null check (state in ('open', 'parked', 'done', 'canceled')),
        due_at ${integer} not null, attempts ${integer} not null check (attempts >= 0),
        held_until ${integer} not null, last_error ${text}, ended_at ${integer}`,
      ),
      'create index jobs_by_due on jobs (state, due_at, id, kind)',
      'create index jobs_by_end on jobs (ended_at) where ended_at is not null',
      table(
        'idempotency_records',
        `customer_id ${integer} not null references customers (id), idempotency_key ${text} not null,
        fingerprint ${text} not null, order_id ${integer}, refusal ${text}, expires_at ${integer} not null,
        primary key (customer_id, idempotency_key), check ((order_id is null) <> (refusal is null))`,
      ),
      'create index idempotency_records_by_expiry on idempotency_records (expires_at)',
      table(
        'attempts',
        `id ${text} not null primary key, subject ${text} not null, attempted_at ${integer} not null`,
      ),
      'create index attempts_by_subject on attempts (subject, attempted_at)',
      'create index attempts_by_age on attempts (attempted_at)',
      table(
        'secure_reads',
        `id ${text} not null primary key, card_id ${integer} not null, customer_id ${integer} not null,
        read_at ${integer} not null`,
      ),
      'create index secure_reads_by_card on secure_reads (card_id, read_at)',
      'create index secure_reads_by_age on secure_reads (read_at, id)',
      // Rows are only appended. Their numbers follow the time of the changes, but one may be missing.
      table('audit_log', `id ${identity}, recorded_at ${integer} not null, event ${text} not null`),
      'create index audit_log_by_age on audit_log (recorded_at)',
      table('named_locks', `name ${text} not null primary key, taken_at ${integer} not null`),
      'create index named_locks_by_age on named_locks (taken_at)',
      // The last number of each series, on an engine without sequences.
      table('number_series', `name ${text} not null primary key, last_number ${integer} not null`),
      table(
        'clock_setting',
        `id ${integer} not null primary key check (id = 1), frozen_at ${integer}, offset_ms ${integer} not null`,
      ),
      ...(hasSequences
        ? [
            'create sequence order_numbers start with 100001',
            'create sequence card_numbers start with 200001',
            'create sequence internal_card_numbers start with 300001',
            'create sequence ledger_numbers start with 1',
          ]
        : []),
    ]
  },
}
