import { addressFaults } from './address-faults.ts'
import { changeFaults } from './change-faults.ts'
import { conditionFaults } from './condition-faults.ts'
import { credentialFaults } from './credential-faults.ts'
import type { FaultKind } from './fault.ts'
import { listFaults } from './list-faults.ts'
import { negotiationFaults } from './negotiation-faults.ts'
import { responseFaults } from './response-faults.ts'
import { writeFaults } from './write-faults.ts'
import { validationFaults } from './validation-faults.ts'
import { valueFaults } from './value-faults.ts'

/** Every kind of fault, by class. */
export const faultKinds: readonly FaultKind[] = [
  ...responseFaults,
  ...negotiationFaults,
  ...validationFaults,
  ...credentialFaults,
  ...writeFaults,
  ...changeFaults,
  ...addressFaults,
  ...conditionFaults,
  ...listFaults,
  ...valueFaults,
]
