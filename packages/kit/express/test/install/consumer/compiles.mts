import { contractRouter, type Handlers } from '@contract-kit/express'

interface Operations {
  greet: {
    parameters: { path: { name: string }; query?: never; header?: never; cookie?: never }
    requestBody?: never
    responses: {
      200: { headers: { [name: string]: unknown }; content: { 'application/json': { text: string } } }
    }
  }
}

const handlers: Handlers<Operations> = {
  greet: ({ path }) => ({ status: 200, body: { text: path.name.toUpperCase() } }),
}
void contractRouter({ document: { openapi: '3.1.1' }, handlers })

// @ts-expect-error The text is missing.
export const wrong: Handlers<Operations> = { greet: () => ({ status: 200, body: {} }) }
