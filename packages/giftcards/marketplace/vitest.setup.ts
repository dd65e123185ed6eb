import * as fc from 'fast-check'

/** One seed for every property, so that a failure is the same everywhere. fast-check prints it. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260_301) })
