import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatMoney } from '../format/money.ts'
import { formatMoment } from '../format/moment.ts'
import type { BalanceSeries } from './balance-series.ts'
import { drawPlot } from './draw-plot.ts'
import { loadPlot } from './load-plot.ts'

/** The balance as a step line, with a text alternative for screen readers. The ledger has every figure. */
export function BalancePlot({ series }: { readonly series: BalanceSeries }): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const end = new AbortController()
    const draw = async (): Promise<void> => drawPlot(await loadPlot(), element, series, end.signal)
    void draw()
    return () => end.abort()
  }, [series])
  return <div class="plot" ref={place} role="img" aria-label={describeSeries(series)} />
}

function describeSeries({ times, balances }: BalanceSeries): string {
  const [from = 0] = times
  const [first = 0] = balances
  const last = balances.at(-1) ?? 0
  return `Balance from ${formatMoney(first)} on ${formatMoment(from * 1000)} to ${formatMoney(last)} now`
}
