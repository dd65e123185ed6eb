import type uPlot from 'uplot'
import { repairLanguage } from './repair-language.ts'

/** Loads the plotting library, after repairing a browser language that would make it fail. */
export async function loadPlot(): Promise<typeof uPlot> {
  repairLanguage(navigator)
  return (await import('uplot')).default
}
