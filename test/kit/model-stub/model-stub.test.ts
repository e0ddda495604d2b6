import { expect, it, onTestFinished } from 'vitest';
import { field } from './read-result.js';
import type { Script } from './script.js';
import { startModelStub } from './server.js';

const script: Script = {
  calls: [
    { tool: 'request_review', args: { title: 'x' } },
    { tool: 'start_review', args: (results) => ({ review: field(results, 'request_review', 'id') }) },
  ],
  end: { say: 'done' },
};

/** How each dialect asks: a first request, and one that hands back what the first tool returned. */
const requests = [
  {
    name: 'OpenAI chat',
    path: '/v1/chat/completions',
    first: {
      tools: ['countersign-request_review', 'countersign-start_review'].map((name) => ({
        type: 'function',
        function: { name },
      })),
      messages: [{ role: 'user', content: 'go' }],
    },
    second: (body: { messages: readonly unknown[] }, result: string) => ({
      ...body,
      messages: [
        ...body.messages,
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'countersign-request_review' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: result },
      ],
    }),
  },
  {
    name: 'OpenAI responses',
    path: '/v1/responses',
    first: {
      tools: [
        { type: 'namespace', name: 'countersign', tools: [{ name: 'request_review' }, { name: 'start_review' }] },
        { type: 'web_search' },
      ],
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }],
    },
    second: (body: { input: readonly unknown[] }, result: string) => ({
      ...body,
      input: [
        ...body.input,
        { type: 'function_call', call_id: 'c', name: 'request_review', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: `Wall time: 0.1 seconds\nOutput:\n${result}` },
      ],
    }),
  },
  {
    name: 'Anthropic messages',
    path: '/v1/messages',
    first: {
      tools: [{ name: 'mcp__countersign__request_review' }, { name: 'mcp__countersign__start_review' }],
      messages: [{ role: 'user', content: 'go' }],
    },
    second: (body: { messages: readonly unknown[] }, result: string) => ({
      ...body,
      messages: [
        ...body.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'mcp__countersign__request_review' }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: result }] }],
        },
      ],
    }),
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    first: {
      tools: [
        {
          functionDeclarations: [{ name: 'mcp_countersign_request_review' }, { name: 'mcp_countersign_start_review' }],
        },
      ],
      contents: [{ role: 'user', parts: [{ text: 'go' }] }],
    },
    second: (body: { contents: readonly unknown[] }, result: string) => ({
      ...body,
      contents: [
        ...body.contents,
        { role: 'model', parts: [{ functionCall: { name: 'mcp_countersign_request_review', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'mcp_countersign_request_review', response: { output: result } } }],
        },
      ],
    }),
  },
];

it.each(requests)('plays its part in the dialect of $name', async ({ path, first, second }) => {
  const { url, heard, faults } = await stub(script);
  expect(await whole(url + path, first)).toMatchSnapshot('first');
  const handedBack = second(first as never, '{"id":"r-7","status":"pending"}');
  expect(await whole(url + path, handedBack)).toMatchSnapshot('second');
  const stream = path.replace(':generate', ':streamGenerate');
  expect(await text(url + stream, { ...handedBack, stream: true })).toMatchSnapshot('second, streamed');
  expect(await text(url + stream, { ...first, tools: [], stream: true })).toMatchSnapshot('aside, streamed');
  expect(faults).toEqual([]);
  expect(heard.map(({ conversation }) => conversation.prompt)).toEqual(['go', 'go', 'go', 'go']);
});

it.each(requests)('fails in the words of $name', async ({ path, first }) => {
  const { url } = await stub({ calls: [], end: { fail: 429, message: 'quota used up' } });
  const response = await post(url + path, first);
  expect(response.status).toBe(429);
  expect(await response.text()).toContain('quota used up');
});

it('ends the conversation with its last words, however often it is asked', async () => {
  const { url } = await stub({ calls: [], end: { say: 'LGTM' } });
  for (const { path, first } of requests) expect(JSON.stringify(await whole(url + path, first))).toContain('LGTM');
});

it('searches for a tool that is kept behind a search, once', async () => {
  const { url, faults } = await stub(script);
  const [chat] = requests;
  const first = { messages: [{ role: 'user', content: 'go' }], tools: [{ function: { name: 'tool_search' } }] };
  expect(JSON.stringify(await whole(url + chat!.path, first))).toContain(String.raw`{\"query\":\"request_review\"}`);
  const call = { id: 's', function: { name: 'tool_search' } };
  const messages = [
    ...first.messages,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 's', content: 'nothing found' },
  ];
  expect(JSON.stringify(await whole(url + chat!.path, { ...first, messages }))).toContain('"ok"');
  expect(faults).toEqual(['request_review is not among the offered tools: tool_search']);
});

it('says when a result lacks what the next call needs', async () => {
  const { url, faults } = await stub(script);
  const [chat] = requests;
  await whole(url + chat!.path, chat!.second(chat!.first as never, 'refused: no such agent'));
  expect(faults).toEqual(['after 1 results: no id in the result of request_review: refused: no such agent']);
});

it('breaks off in the middle', async () => {
  const { url } = await stub({ calls: [], end: { cut: 'I approve' } });
  const [chat] = requests;
  await expect(text(url + chat!.path, { ...chat!.first, stream: true })).rejects.toThrow();
});

it('takes a request and stays silent', async () => {
  const { url, silenced } = await stub({ calls: [], end: { silent: true } });
  const [chat] = requests;
  const given = new AbortController();
  const answer = fetch(url + chat!.path, { method: 'POST', body: JSON.stringify(chat!.first), signal: given.signal });
  await silenced;
  given.abort();
  await expect(answer).rejects.toThrow('aborted');
});

async function stub(played: Script) {
  const started = await startModelStub(played);
  onTestFinished(() => started.close());
  return started;
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(address, { method: 'POST', body: JSON.stringify(body) });
}

async function whole(address: string, body: unknown): Promise<unknown> {
  return (await post(address, body)).json();
}

async function text(address: string, body: unknown): Promise<string> {
  return (await post(address, body)).text();
}
