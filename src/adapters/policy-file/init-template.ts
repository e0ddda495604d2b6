/** What `countersign init` writes: every rule that people usually change, each as it is by default. */
export const initTemplate = `# Review policy of this repository. Every key may be left out; what stands here is the default.
# All keys: docs/policy.md of Countersign. Check this file with: countersign policy validate
# It is read from the base revision of a change, so a change to it is itself reviewed under the old rules.

enabled: true
protocol: standards
default_timeout_minutes: 30

# Run in a checkout of the change and judged as the criterion tests_pass. Nothing else of the repository is executed.
# test_command: npm test

review_required:
  # Action types that need a review; '*' is every type.
  actions: ['*']
  # security_change, breaking_change, policy_change and protected paths are never skipped, whatever stands here.
  skip_if:
    # Trivial types, skipped only where it is proved on the syntax of every file that nothing else changed.
    - action_type: fix_typo
    - action_type: update_formatting
    - action_type: add_comment
    - action_type: update_readme
    # Learned from earlier reviews, once a person has switched the pattern on.
    - has_auto_skip_pattern: true
      min_confidence: 0.9
      min_successes: 10
    # A condition over the change:
    # - when: files == 1 && added + deleted < 5 && !sensitive

# Who reviews whom, by role of the creator; '*' is anybody else. Other roles keep their default line.
reviewer_matrix:
  '*':
    primary: auditor
    backup: core-developer
    escalate: human
    reasons: ['Nobody more fitting is named for this creator']

assignment:
  # Whether an agent of the creator's vendor family may review; refuse: other families only.
  same_family: allow

# A reviewer's first look is kept from what the creator says of the change.
blind_first_pass: true

# What is asked by action type; types without their own are asked what the embedded analyzers can answer.
# criteria:
#   api_endpoint_change:
#     required:
#       - inputs_validated: 'Every input from outside is checked'
#     optional:
#       - documented: 'The endpoint is described'

standards:
  approve:
    min_checklist_pass_rate: 1.0
    min_confidence: 80
    max_critical_concerns: 0
  request_changes:
    conditions:
      - critical_concerns: '>0'
      - checklist_pass_rate: '<1.0'
      - confidence: '<60'

escalation:
  auto_escalate_to_human:
    - reviewer_status: REJECT
      and_creator_disagrees: true
    - review_cycles: '>3'
    - time_exceeded: '>2 hours'
    - confidence_gap: '>40'
  # Hours; then the reviewer's position stands. It never approves.
  human_timeout: 48

# Reviewers beside the embedded ones. A role named here can stand in reviewer_matrix.
# agents:
#   second-pair-of-eyes:
#     role: auditor
#     driver: mcp
#     family: example-vendor

# Paths with a meaning, added to the built-in ones (policy, ownership and guideline files are always protected).
# paths:
#   - glob: 'src/payments/**'
#     action_type: security_change
#     sensitivity: sensitive

# What need not be read, under a name that the report shows. Images, fonts, audio and video already are.
# coverage:
#   exclude:
#     snapshots:
#       globs: '**/__snapshots__/**'
`;
