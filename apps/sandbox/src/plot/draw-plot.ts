import type uPlot from 'uplot'
import { formatMoney } from '../format/money.ts'
import { type BalanceSeries, plotRange, plotWindow } from './balance-series.ts'
import { formatTick } from './format-tick.ts'

const height = 180

/** Draws a series into an element, and again when its width or the colors change, until `end` is aborted. */
export function drawPlot(
  Plot: typeof uPlot,
  element: HTMLElement,
  series: BalanceSeries,
  end: AbortSignal,
): void {
  if (end.aborted) return
  let plot: uPlot | undefined
  const draw = (): void => {
    plot?.destroy()
    const width = element.clientWidth
    plot =
      width === 0
        ? undefined
        : new Plot(
            toOptions(Plot, element, series, width),
            [[...series.times], [...series.balances]],
            element,
          )
  }
  const resized = new ResizeObserver(draw)
  resized.observe(element)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: end })
  end.addEventListener('abort', () => {
    resized.disconnect()
    plot?.destroy()
  })
}

function toOptions(
  Plot: typeof uPlot,
  element: HTMLElement,
  series: BalanceSeries,
  width: number,
): uPlot.Options {
  const style = getComputedStyle(element)
  const stepped = Plot.paths.stepped?.({ align: 1 })
  const axis: uPlot.Axis = {
    stroke: style.getPropertyValue('--plot-text'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: style.getPropertyValue('--plot-grid'), width: 1 },
    ticks: { show: false },
  }
  const line = style.getPropertyValue('--plot-line')
  return {
    width,
    height,
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { range: [...plotWindow(series)] }, y: { range: [...plotRange(series)] } },
    axes: [
      { ...axis, values: (_plot, moments, _axis, _space, step) => moments.map((at) => formatTick(at, step)) },
      { ...axis, size: 80, values: (_plot, values) => values.map(formatMoney) },
    ],
    series: [
      {},
      {
        stroke: line,
        fill: style.getPropertyValue('--plot-fill'),
        width: 2,
        points: { show: true, size: 6, fill: line },
        ...(stepped === undefined ? {} : { paths: stepped }),
      },
    ],
  }
}
