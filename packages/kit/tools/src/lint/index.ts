export {
  isErrorStatus,
  isReference,
  type OperationNode,
  type Place,
  requireHeaders,
  responsesOf,
  type ResponseNode,
  type Rule,
  type SchemaNode,
  type VisitContext,
} from './rule.ts'
export { findRuleProblems, type RuleCase, type RuleProblem } from './find-rule-problems.ts'
