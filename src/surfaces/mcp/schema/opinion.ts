import * as z from 'zod';
import {
  opinionForm,
  snakeCase,
  statedVerdicts,
  type FormField,
  type OpinionForm,
  type SnakeCase,
} from '../../../domain/model/opinion-form.js';
import { confidence, findingId, text, words } from './fields.js';

type Status = Uppercase<Exclude<(typeof statedVerdicts)[number], 'inconclusive'>>;

/** Under which name a tool takes a field. */
type ToolName<F extends OpinionForm, K extends keyof F & string> = F[K] extends {
  readonly tool: infer N extends string;
}
  ? N
  : SnakeCase<K>;

type ValueOf<F extends FormField> = F extends { readonly kind: 'verdict' }
  ? Status
  : F extends { readonly kind: 'percent' | 'line' }
    ? number
    : F extends { readonly kind: 'checklist' }
      ? Record<string, boolean | null>
      : F extends { readonly kind: 'texts' }
        ? string[]
        : F extends { readonly kind: 'list'; readonly fields: infer I extends OpinionForm }
          ? z.output<z.ZodObject<ToolShape<I>>>[]
          : F extends { readonly kind: 'choice'; readonly words: readonly (infer W)[] }
            ? W
            : string;

/** The shape of an object that a tool takes, for a form. */
export type ToolShape<F extends OpinionForm> = {
  [K in keyof F & string as ToolName<F, K>]: F[K] extends { readonly given: 'always' }
    ? z.ZodType<ValueOf<F[K]>>
    : z.ZodOptional<z.ZodType<ValueOf<F[K]>>>;
};

/** A form as a tool takes it: names in the words of PRS section 7, and what says nothing may be left out. */
export function toolShape<F extends OpinionForm>(form: F): ToolShape<F> {
  const entries = Object.entries(form).map(([name, field]) => [field.tool ?? snakeCase(name), toolField(field)]);
  // The fields of the form say which type each has; `ToolShape` is that mapping.
  return Object.fromEntries(entries) as ToolShape<F>;
}

function toolField(field: FormField): z.ZodType {
  const value = makers[field.kind](field);
  const optional = field.given === 'always' ? value : value.optional();
  return field.briefly === undefined ? optional : optional.describe(field.briefly);
}

type Maker = (field: FormField) => z.ZodType;

const makers: Readonly<Record<FormField['kind'], Maker>> = {
  verdict: () => z.enum(submitted.map((verdict) => verdict.toUpperCase())),
  percent: () => confidence(),
  line: () => z.int().min(1),
  checklist: () => z.record(z.string(), z.boolean().nullable()),
  choice: ({ words: allowed = [] }) => z.enum([...allowed]),
  texts: ({ most }) => z.array(text(most)),
  list: ({ fields = {} }) => z.array(z.object(toolShape(fields))),
  words: ({ most }) => words(most),
  word: ({ most }) => words(most),
  text: ({ most }) => text(most),
  ground: ({ most }) => text(most),
  id: () => findingId(),
};

/** Nobody submits that it comes to no verdict. */
const submitted = statedVerdicts.filter((verdict) => verdict !== 'inconclusive');

/** The words of PRS section 7 for an opinion in sentences: another way to say what the form asks for. */
const feedback = z.object({
  overall: text().optional(),
  strengths: z.array(text()).optional(),
  concerns: z.array(words()).optional(),
  suggestions: z.array(words()).optional(),
  question_answers: z.array(text()).optional(),
});

/** What a reviewer answers through the tools. */
export const opinion = z.object({
  ...toolShape(opinionForm),
  feedback: feedback.optional().describe('alternative: concerns are important, suggestions minor findings'),
});

export type GivenOpinion = z.infer<typeof opinion>;
