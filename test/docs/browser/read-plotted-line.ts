import type { Page } from 'playwright-core'

/** Where the line of a plot begins and ends: how far below the top of its canvas, in pixels. */
export interface PlottedLine {
  readonly startY: number
  readonly endY: number
}

/** Finds the line of the page's plot by its color. Undefined if none is drawn. */
export function readPlottedLine(page: Page): Promise<PlottedLine | undefined> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('canvas')
    if (canvas === null || canvas.width === 0) return undefined
    const sample = new OffscreenCanvas(1, 1).getContext('2d')
    sample.fillStyle = getComputedStyle(canvas).getPropertyValue('--plot-line')
    sample.fillRect(0, 0, 1, 1)
    const colour = sample.getImageData(0, 0, 1, 1).data
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const isLine = (x, y) => colour.every((part, index) => Math.abs(data[4 * (y * width + x) + index] - part) < 16)
    const yOfColumn = (x) => Array.from({ length: height }, (_, y) => y).find((y) => isLine(x, y))
    const line = Array.from({ length: width }, (_, x) => yOfColumn(x)).filter((y) => y !== undefined)
    return line.length === 0 ? undefined : { startY: line[0], endY: line.at(-1) }
  })()`)
}
