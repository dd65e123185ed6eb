import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawAll, drawingsFolder } from './draw-imports.ts'

// Command: writes the drawings of the guide "How this is built". A test fails if a drawing is outdated.
const drawings = drawAll()
rmSync(drawingsFolder, { recursive: true, force: true })
mkdirSync(drawingsFolder)
for (const [name, drawing] of drawings) writeFileSync(join(drawingsFolder, name), drawing)
