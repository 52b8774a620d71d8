import type { RoleType } from '#contract/access/admin-roles.ts'
import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import type { ChangeReview, ListedEffect, ImportReview } from '#contract/gatehouse/change-review.ts'
import type {
  GroupRuleFacts,
  GroupRulePreview,
  GroupRulesPreview,
  PreviewEffect,
} from '#contract/gatehouse/group-rule-preview.ts'
import type { InvariantImpact, InvariantResult, InvariantWrite } from '#contract/gatehouse/invariant.ts'
import type { InvariantRepair } from '#contract/gatehouse/invariant-repair.ts'
import type { RuleDraft, RuleDraftFindings } from '#contract/gatehouse/rule-draft.ts'
import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import type { RoutedPeople, RoutingTestRequest } from '#contract/gatehouse/routing-test.ts'
import type { Engine, PolicyAudience, WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import type { LogFacet, LogFacetAttribute, LogHistogram } from '#contract/log/log-browse.ts'
import type { LogVerification } from '#contract/log/log-proof.ts'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { EvaluationContext, SetChange } from '#policy/index.ts'
import type { Gate } from './termination-gate.ts'

/** One kind of computing: what goes in, what comes out, and what is told meanwhile; all of it plain data. */
export interface TaskShape {
  input: unknown
  output: unknown
  progress?: unknown
}

/** A query of the log whose words have been checked already. */
interface CountedEvents {
  since: string
  until: string
  filter?: string | undefined
  q?: readonly string[] | undefined
}

/** Who is affected by a change, with who they are. */
export type ComputedImpact = Omit<ChangeReview, 'id'> & {
  /** The ids of all of them by effect, in the order of their names. */
  people: Partial<Record<ListedEffect, readonly string[]>>
  /** Places among them of the people of each case that the effect tells, ascending; absent where they are not listed by case. */
  members?: CaseMembers
}
type CaseMembers = Partial<Record<ListedEffect, readonly Uint32Array[]>>

/** Steps that were tried one after the other: each says what it has changed of what decides. */
export interface StepsQuestion {
  /** What has to be changed first to get to what the steps begin from. */
  from: SetChange
  steps: readonly SetChange[]
  /** What was changed after them, which counts for the whole alone. */
  rest: SetChange
}

/** Whom something affects, without who they are. */
export type CountedImpact = Omit<ChangeReview, 'id'>

export interface StepImpacts {
  /** From what the steps begin from to the end of all. */
  whole: CountedImpact
  /** Of each step. */
  steps: CountedImpact[]
}

/** A group rule that is to be activated or deleted; plain data. */
export interface PreviewQuestion {
  ruleId?: string | undefined
  /** In place of what is saved. */
  draft?:
    | {
        conditions: {
          expression: string
          excludedUsers: readonly string[]
          excludedGroups: readonly string[]
        }
        groupIds: readonly string[]
      }
    | undefined
  change: 'ACTIVATE' | 'DELETE'
}

/** Who would join and leave, with the ids of all of them by effect, in the order of their names. */
export type ComputedPreview = Omit<GroupRulePreview, 'id'> & { people: Record<PreviewEffect, readonly string[]> }
export type ComputedBulkPreview = Omit<GroupRulesPreview, 'id'> & Pick<ComputedPreview, 'people'>

/** What takes applications from people; of those who leave a group, the members only. */
export type LossQuestion =
  | { change: 'UNASSIGN_GROUP'; appId: string; groupId: string }
  | { change: 'CLOSE_APPS'; appIds: readonly string[] }
  | { change: 'DELETE_GROUPS'; groupIds: readonly string[] }
  | { change: 'LEAVE_GROUP'; groupId: string; members: readonly string[] }
  | { change: 'TAKE_ROLE'; assigneeId: string; type: RoleType }

/** Who loses what, with the ids of the first of them, in the order of their names, by application and group rule. */
export type ComputedLoss = Omit<AccessLoss, 'id'> & { named: Readonly<Record<string, readonly string[]>> }

/** An invariant of the workspace, or one that is not saved and has no id. */
export type CheckedInvariant = InvariantWrite & { id?: string | undefined }

/** Changes that make an invariant hold, by proof, not yet tried. */
export interface PlannedRepairs extends Pick<InvariantResult, 'state' | 'text'> {
  repairs: readonly Pick<InvariantRepair, 'changes' | 'steps'>[]
  /** Whether all of them were looked for. */
  isWhole: boolean
}

/** Whose sign-ins to what are simulated at once; `people` or the members of a group. */
export interface MatrixQuestion {
  people: readonly string[] | null
  groupId: string | null
  apps: readonly string[]
  situation: Omit<EvaluationContext, 'now' | 'app' | 'person' | 'groupIds' | 'groups'>
}

/** What the service has computed in worker threads. */
export interface Tasks {
  /** Whom each policy of a type, or one of them, reaches. */
  policyAudiences: {
    input: { engine: Engine; type: PolicyType; policyId?: string | undefined }
    output: PolicyAudience[]
  }
  /** Whom a draft of a rule reaches inside its policy; null where the policy is not there. */
  draftAudience: {
    input: {
      engine: Engine
      now: number
      policyId: string
      people?: RuleConditions['people'] | null
      userType?: RuleConditions['userType'] | null
      elCondition?: RuleConditions['elCondition'] | null
      userIdentifier?: RuleConditions['userIdentifier'] | null
    }
    output: { people: number; undecided: number; total: number; sample: { id: string; name: string }[] } | null
  }
  /** What a draft of a rule makes of the rules of its policy; null where the policy is not there. */
  ruleDraftFindings: { input: { engine: Engine; draft: RuleDraft }; output: RuleDraftFindings | null }
  /** What is wrong in policies and rules, or with whom they reach. */
  findings: { input: { engine: Engine }; output: WorkspaceFinding[] }
  /** What came of invariants, by the policies of the workspace. */
  checkInvariants: {
    input: { engine: Engine; now: number; invariants: readonly CheckedInvariant[] }
    output: InvariantResult[]
  }
  /** What would make an invariant hold. */
  invariantRepairs: {
    input: { engine: Engine; now: number; invariant: CheckedInvariant }
    output: PlannedRepairs
  }
  /** What changes that were tried one after the other make of invariants. @property from what is changed before, as part of neither side */
  invariantImpact: {
    input: {
      engine: Engine
      now: number
      invariants: readonly CheckedInvariant[]
      changes: readonly SetChange[]
      from?: SetChange | undefined
    }
    output: InvariantImpact
  }
  /** What sign-ins of many people to many applications come to. */
  signInMatrix: { input: MatrixQuestion & { engine: Engine; now: number }; output: SignInMatrix }
  /** Whom a change affects that was tried and taken back. */
  changeImpact: {
    input: { engine: Engine; now: number; change: SetChange; from?: SetChange | undefined }
    output: ComputedImpact
  }
  /** Whom steps affect that were tried one after the other and taken back, each of them and all together. */
  stepImpacts: { input: StepsQuestion & { engine: Engine; now: number }; output: StepImpacts }
  /** Ids of the people whose memberships group rules change: those that were touched or deleted, and those that read groups. */
  ruledPeople: {
    input: { now: number; touched: readonly string[]; dropped: readonly string[] }
    output: string[]
    /** People who were looked at, of so many, and those for whom something changes. */
    progress: { checked: number; people: number; found: number }
  }
  /** Who would join and leave with a group rule; null without the saved rule that is asked for. */
  groupRulePreview: { input: PreviewQuestion & { now: number }; output: ComputedPreview | null }
  /** Who would join and leave once several group rules are active. */
  groupRulesPreview: { input: { now: number; ruleIds: readonly string[] }; output: ComputedBulkPreview }
  /** What every group rule does and what is in its way, by name. */
  groupRuleFacts: { input: Record<never, never>; output: GroupRuleFacts[] }
  /** Who loses applications by a change. */
  accessLoss: { input: LossQuestion; output: ComputedLoss }
  /** Whose policies change when a checked import is applied. */
  importImpact: {
    input: { engine: Engine; now: number; importId: string }
    output: ComputedImpact & Pick<ImportReview, 'rows'>
  }
  /** Who goes where a login is routed to. */
  routedPeople: { input: { engine: Engine; now: number; request: RoutingTestRequest }; output: RoutedPeople }
  facets: {
    input: CountedEvents & { attribute?: LogFacetAttribute | undefined; values: number }
    output: LogFacet[]
  }
  histogram: {
    input: CountedEvents & { stepMs: number; origin: string; buckets: number }
    output: LogHistogram
  }
  /** By attribute: codes of the log's values that no column holds any more. */
  unusedValues: { input: Record<never, never>; output: number[][] }
  /**
   * Hashes of what is to be hashed; whether each value is what its hash was made of; whether `common` is a common password. What goes
   * in is secret: it stays in memory, and errors of the task do not hold it.
   */
  passwords: {
    input: {
      hash: readonly string[]
      compare: readonly { value: string; stored: string }[]
      common?: string | undefined
    }
    output: { hashes: string[]; matches: boolean[]; isCommon: boolean }
  }
  /** The OpenAPI document of the interface, as text. */
  openApiDocument: { input: { version: string; url: string }; output: string }
  /** `sealRecord`: where the newest seal is noted outside the file. */
  verifyLog: {
    input: { sealRecord: string }
    output: Pick<
      LogVerification,
      'checked' | 'total' | 'removed' | 'imported' | 'sealed' | 'isRecorded' | 'keys' | 'violation'
    >
    progress: Pick<LogVerification, 'checked' | 'total'>
  }
}

/** What a thread is given when it begins. */
export interface ThreadData {
  /** The workspace. */
  file: string
  gate: Gate
}

/** A value that changes whenever what tasks read may have changed. */
export type Revision = string | number

export type ToThread =
  | { kind: 'run'; name: string; input: unknown; revision: Revision | null }
  /** Ends the task that runs, if one does. */
  | { kind: 'abort' }
  /** Closes the workspace and ends the thread; nothing runs then. */
  | { kind: 'end' }

/** An error as it comes out of a thread: classes do not. */
export interface SentError {
  name: string
  message: string
  code?: string | undefined
  stack?: string | undefined
}

export type FromThread =
  | { kind: 'progress'; value: unknown }
  | { kind: 'done'; value: unknown }
  /** @property isBroken something went wrong outside the task; the thread ends */
  | { kind: 'failed'; error: SentError; isBroken: boolean }
