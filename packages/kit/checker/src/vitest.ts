export { describeContract, type DescribeContractOptions } from './lib/vitest/describe-contract.ts'
export { registerContractMatcher, type ContractExpectation } from './lib/vitest/register-contract-matcher.ts'
