import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { formatMoney } from '../format/money.ts'
import { Panel } from '../parts/panel.tsx'
import { BalancePlot } from '../plot/balance-plot.tsx'
import { toBalanceSeries } from '../plot/balance-series.ts'
import type { ClockReading } from '../watch/clock-reading.ts'
import type { Customer, Ledger } from '../watch/sandbox-data.ts'
import { DepositForm } from './deposit-form.tsx'
import { LedgerTable } from './ledger-table.tsx'

interface DrawdownProps {
  readonly room: ControlRoom
  readonly customers: readonly Customer[]
  readonly version: string
  readonly clock: ClockReading
}

/** The number of transactions to request and draw. */
const ledgerLimit = 200

/** One drawdown account: its balance over time, its held amount, and its ledger. */
export function DrawdownPanel({ room, customers, version, clock }: DrawdownProps): JSX.Element {
  const holders = customers.filter(({ drawdown }) => drawdown !== null)
  const chosen = useSignal('')
  const email = holders.find((customer) => customer.email === chosen.value)?.email ?? holders[0]?.email
  const ledger = useLedger(room, email, version)
  return (
    <Panel title="Drawdown">
      {email === undefined ? (
        <p class="empty">
          No customer has a drawdown account. Reset the sandbox to bring the published ones back.
        </p>
      ) : (
        <>
          <select
            aria-label="Customer of the drawdown account"
            value={email}
            onChange={(event) => (chosen.value = event.currentTarget.value)}
          >
            {holders.map((customer) => (
              <option key={customer.email}>{customer.email}</option>
            ))}
          </select>
          {ledger === null ? null : <Account ledger={ledger} clock={clock} />}
          <DepositForm room={room} email={email} />
          {ledger === null ? null : <LedgerTable transactions={ledger.transactions} />}
        </>
      )}
    </Panel>
  )
}

/** The ledger of the account, read again after every change. A failed read keeps the last result. */
function useLedger(room: ControlRoom, email: string | undefined, version: string): Ledger | null {
  const read = useSignal<{ readonly email: string; readonly ledger: Ledger } | null>(null)
  useEffect(() => {
    if (email === undefined) return undefined
    let isCurrent = true
    const readLedger = async (): Promise<void> => {
      const ledger = await room.ask((controls) => controls.listTransactions({ email, limit: ledgerLimit }))
      if (isCurrent) read.value = { email, ledger }
    }
    // Polling has the same problem and reports it.
    readLedger().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [room, email, version])
  return read.value?.email === email ? (read.value?.ledger ?? null) : null
}

function Account({ ledger, clock }: { readonly ledger: Ledger; readonly clock: ClockReading }): JSX.Element {
  const { balance, availableBalance, pendingBalance, isActive } = ledger.account
  // Redrawn once a minute of the service clock, not with every poll.
  const nowMs = Math.floor(clock.nowMs / 60_000) * 60_000
  const series = useMemo(() => toBalanceSeries(ledger.transactions, nowMs), [ledger, nowMs])
  const share = balance === 0 ? 0 : (availableBalance / balance) * 100
  return (
    <>
      <p class="balance">
        <strong class="figure">{formatMoney(balance)}</strong>{' '}
        <span class="soft">
          {formatMoney(availableBalance)} available, {formatMoney(pendingBalance)} held
          {isActive ? '' : ', inactive'}
        </span>
      </p>
      <div class="bar" aria-hidden="true">
        <span class="available" style={{ width: `${share}%` }} />
        <span class="reserved" style={{ width: `${balance === 0 ? 0 : 100 - share}%` }} />
      </div>
      <BalancePlot series={series} />
    </>
  )
}
