import type { DialectId } from '#shared/dialects/api-dialect.ts'

/** What becomes of a member on its way to a third party. Members that no rule names are refused. */
export type MemberRule =
  | 'passes'
  | 'left out'
  | { readonly members: MemberRules }
  /** The rules for each object in an array. @param role of the object, as it was sent; undefined if it has none */
  | { readonly each: (role: unknown) => MemberRules }

export type MemberRules = ReadonlyMap<string, MemberRule>

const passing = (...lists: readonly string[]): readonly (readonly [string, MemberRule])[] =>
  namesIn(lists).map((name) => [name, 'passes'])

const leftOut = (...lists: readonly string[]): readonly (readonly [string, MemberRule])[] =>
  namesIn(lists).map((name) => [name, 'left out'])

function namesIn(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' '))
}

/** They name the caller, or have an exchange kept or found again; no answer is another for them. */
const whoAsks = leftOut(
  'user user_id end_user end_user_id customer_id session_id conversation_id request_id',
  'metadata client_metadata safety_identifier store',
  'prompt_cache_key prompt_cache_retention prompt_cache_options cache_salt',
)

const ofGateway = passing('model shown_mode stream stream_options')

const sampling = passing(
  'temperature top_p top_k top_a min_p typical_p tfs seed n best_of stop stop_token_ids ignore_eos',
  'frequency_penalty presence_penalty repetition_penalty length_penalty no_repeat_ngram_size',
  'max_tokens max_completion_tokens min_tokens logprobs top_logprobs prompt_logprobs logit_bias',
  'bad_words allowed_token_ids use_beam_search truncate_prompt_tokens echo',
)

const tool: MemberRules = new Map([
  ...passing(
    'type name description parameters input_schema strict function custom format cache_control',
    'input_examples eager_input_streaming defer_loading allowed_callers',
    'display_width display_height display_width_px display_height_px display_number',
    'max_uses max_characters allowed_domains blocked_domains filters search_context_size',
  ),
  ...leftOut('user_location'),
])

const tools: MemberRule = { each: () => tool }

const messageMembers = [
  ...passing(
    'role content refusal audio tool_calls tool_call_id function_call prefix partial cache_control',
    'reasoning reasoning_content reasoning_details images is_error',
  ),
  ...leftOut('id user metadata timestamp annotations parsed provider_specific_fields'),
]
const message: MemberRules = new Map([...messageMembers, ...leftOut('name')])
/** Roles whose `name` is the name of a function, which the upstream needs. */
const namedByFunction: readonly unknown[] = ['function', 'tool']
const resultOfFunction: MemberRules = new Map([...messageMembers, ...passing('name')])

const chat: MemberRules = new Map<string, MemberRule>([
  ...ofGateway,
  ...sampling,
  ...whoAsks,
  ['messages', { each: (role) => (namedByFunction.includes(role) ? resultOfFunction : message) }],
  ['tools', tools],
  ...passing(
    'tool_choice parallel_tool_calls functions function_call response_format verbosity prediction',
    'reasoning reasoning_effort include_reasoning thinking enable_thinking thinking_budget',
    'modalities audio service_tier transforms documents cache_control',
    'chat_template chat_template_kwargs add_generation_prompt continue_final_message',
    'guided_json guided_regex guided_choice guided_grammar structured_outputs',
    'skip_special_tokens spaces_between_special_tokens include_stop_str_in_output',
  ),
  [
    'web_search_options',
    { members: new Map([...passing('search_context_size filters'), ...leftOut('user_location')]) },
  ],
  [
    'provider',
    {
      members: new Map(
        passing(
          'order only ignore sort allow_fallbacks require_parameters data_collection zdr quantizations max_price',
        ),
      ),
    },
  ],
])

const messages: MemberRules = new Map<string, MemberRule>([
  ...ofGateway,
  ...whoAsks,
  ['messages', { each: () => message }],
  ['tools', tools],
  ...passing(
    'system max_tokens stop_sequences temperature top_p top_k tool_choice thinking',
    'output_config output_format service_tier cache_control context_management',
  ),
])

/** An item of `input` that is no message: a call, its output, a thought. */
const item: MemberRules = new Map([
  ...passing(
    'type id call_id name namespace arguments input output outputs status summary content',
    'encrypted_content action actions operation queries results result code execution',
    'pending_safety_checks acknowledged_safety_checks max_output_length',
  ),
  ...leftOut('user metadata timestamp'),
])
const messageItem: MemberRules = new Map([...message, ...passing('type status phase')])

const responses: MemberRules = new Map<string, MemberRule>([
  ...ofGateway,
  ...whoAsks,
  // The gateway says itself that nothing is kept.
  ['store', 'passes'],
  ['tools', tools],
  ['input', { each: (role) => (role === undefined ? item : messageItem) }],
  ...passing(
    'instructions max_output_tokens max_tool_calls temperature top_p top_logprobs',
    'tool_choice parallel_tool_calls text reasoning include truncation service_tier background',
    'context_management',
  ),
])

const embeddings: MemberRules = new Map<string, MemberRule>([
  ...ofGateway,
  ...whoAsks,
  ...passing(
    'input encoding_format dimensions input_type task truncate truncation normalize instruction',
    'truncate_prompt_tokens add_special_tokens service_tier',
  ),
])

/** What a third party may be sent of a request, by its dialect. */
export const anonymousMembers: Readonly<Record<DialectId, MemberRules>> = {
  chat,
  messages,
  responses,
  embeddings,
}
