import type { ContentFree } from './content-free.ts'
import { named } from './named.ts'

/** Members of a request that is encrypted in part. */
interface SealableMembers {
  /** What may stand there beside what is encrypted. Whatever is not named here tells something. */
  readonly free: Readonly<Record<string, ContentFree>>
  /** Members that would have the answer or the prompt repeated in clear: never sent. */
  readonly repeating: readonly string[]
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const free: Readonly<Record<string, ContentFree>> = {
  ...named('number', 'temperature top_p top_k top_a min_p typical_p tfs seed n priority'),
  ...named('number', 'max_tokens max_completion_tokens min_tokens thinking_budget'),
  ...named('number', 'frequency_penalty presence_penalty repetition_penalty repeat_penalty'),
  ...named('number', 'length_penalty truncate_prompt_tokens'),
  ...named('switch', 'stream store parallel_tool_calls ignore_eos skip_special_tokens'),
  ...named('switch', 'spaces_between_special_tokens include_reasoning separate_reasoning'),
  ...named('switch', 'enable_thinking add_generation_prompt continue_final_message'),
  model: /^\S{1,256}$/,
  stream_options: { members: named('switch', 'include_usage include_obfuscation') },
  reasoning_effort: efforts,
  verbosity: ['low', 'medium', 'high'],
  service_tier: ['auto', 'default', 'flex', 'priority', 'scale', 'standard', 'standard_only'],
  modalities: { each: ['text'] },
  response_format: { members: { type: ['text', 'json_object', 'json_schema'] } },
  reasoning: {
    members: {
      ...named('switch', 'enabled exclude'),
      effort: efforts,
      max_tokens: 'number',
      summary: ['auto', 'concise', 'detailed'],
    },
  },
  thinking: {
    members: { type: ['enabled', 'disabled', 'adaptive'], budget_tokens: 'number' },
  },
  provider: {
    members: {
      ...named('switch', 'aci_verified allow_fallbacks require_parameters zdr'),
      aci_session_ids: { each: /^[0-9a-f]{64}$/ },
      data_collection: ['allow', 'deny'],
      sort: ['price', 'throughput', 'latency'],
    },
  },
  ...named('empty', 'stop metadata logit_bias audio web_search_options plugins'),
}

const repeating = [
  'logprobs',
  'top_logprobs',
  'prompt_logprobs',
  'prediction',
  'echo',
  'return_token_ids',
  'return_tokens_as_token_ids',
]

export const sealableMembers: SealableMembers = { free, repeating }
