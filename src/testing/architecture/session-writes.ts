import { parseSync, Visitor, type ESTree } from 'vite';
import type { SourceText } from './read-sources.ts';

const INSERTS: ReadonlySet<string | null> = new Set([
  'insertOne',
  'insertMany',
  'bulkWrite',
  'replaceOne',
  'findOneAndReplace',
  'initializeOrderedBulkOp',
  'initializeUnorderedBulkOp',
]);
const UPDATES: ReadonlySet<string | null> = new Set(['updateOne', 'updateMany', 'findOneAndUpdate']);
const ADDING = new Set(['$push', '$addToSet']);
/** A field of an entry in the list: it adds no entry. */
const FIELD_OF_CLIENT_ENTRY = /^sessions\.\$\[\w+\]\.client\./;
const SETTING = new Set(['$set', '$setOnInsert', '$addFields', '$replaceWith', '$mergeObjects']);

/** Writes that may make a session: an insert into `sessions`, or an update of the list in the user. */
export function sessionWritesIn({ path, text }: SourceText): { inserts: string[]; lists: string[] } {
  const inserts: string[] = [];
  const lists: string[] = [];
  if (!text.includes('sessions')) return { inserts, lists };
  const { program } = parseSync(path, text);
  const aliases = aliasesOfSessions(program);
  const isSessions = (node: ESTree.Node | null) => isSessionsCollection(node, aliases);
  const called = new Set<ESTree.Node>();

  new Visitor({
    CallExpression: (node) => {
      const { callee } = node;
      const [written] = node.arguments;
      // `joined-writes.ts`
      if (callee.type === 'Identifier' && /^(?:insert|update)Write$/.test(callee.name)) {
        if (written === undefined || written.type === 'SpreadElement' || isSessions(written))
          inserts.push(callee.name);
        return;
      }
      if (callee.type !== 'MemberExpression' || !isSessions(callee.object)) return;
      called.add(callee);
      const method = propertyName(callee);
      if (UPDATES.has(method) && mayUpsert(node.arguments)) inserts.push(`${method} with upsert`);
    },
    MemberExpression: (node) => {
      if (!isSessions(node.object)) return;
      const method = propertyName(node);
      if (method === null) inserts.push('a method that is named at run time');
      else if (INSERTS.has(method)) inserts.push(method);
      else if (UPDATES.has(method) && !called.has(node)) inserts.push(`${method}, called from elsewhere`);
    },
    VariableDeclarator: (node) => {
      if (node.id.type === 'ObjectPattern' && isSessions(node.init)) inserts.push('methods taken out of it');
    },
    Property: (node) => {
      const operator = keyName(node);
      if (operator === null || node.value.type !== 'ObjectExpression') return;
      for (const field of node.value.properties) {
        if (field.type !== 'Property') continue;
        const name = keyName(field);
        if (name !== 'sessions' && !name?.startsWith('sessions.')) continue;
        if (FIELD_OF_CLIENT_ENTRY.test(name)) continue;
        const empties = field.value.type === 'ArrayExpression' && field.value.elements.length === 0;
        if (ADDING.has(operator) || (SETTING.has(operator) && !empties)) lists.push(`${operator} of ${name}`);
      }
    },
  }).visit(program);
  return { inserts, lists };
}

function aliasesOfSessions(program: ESTree.Program): ReadonlySet<string> {
  const aliases = new Set<string>();
  const addName = (node: ESTree.Node) => {
    const target = node.type === 'AssignmentPattern' ? node.left : node;
    if (target.type === 'Identifier') aliases.add(target.name);
  };
  for (let known = -1; known < aliases.size;) {
    known = aliases.size;
    new Visitor({
      VariableDeclarator: (node) => {
        if (isSessionsCollection(node.init, aliases)) addName(node.id);
      },
      AssignmentExpression: (node) => {
        if (isSessionsCollection(node.right, aliases)) addName(node.left);
      },
      ObjectPattern: (node) => {
        for (const each of node.properties)
          if (each.type === 'Property' && keyName(each) === 'sessions') addName(each.value);
      },
    }).visit(program);
  }
  return aliases;
}

/** `sessions`, `….sessions`, `…['sessions']`, `….collection('sessions')`, or a variable with one. */
function isSessionsCollection(node: ESTree.Node | null, aliases: ReadonlySet<string>): boolean {
  switch (node?.type) {
    case 'Identifier':
      return node.name === 'sessions' || aliases.has(node.name);
    case 'MemberExpression':
      return propertyName(node) === 'sessions';
    case 'CallExpression': {
      const { callee } = node;
      const [name] = node.arguments;
      if (callee.type !== 'MemberExpression' || propertyName(callee) !== 'collection') return false;
      return name !== undefined && textOf(name) === 'sessions';
    }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return isSessionsCollection(node.expression, aliases);
    default:
      return false;
  }
}

/** Whether the options may contain `upsert`. Options that are no literal may. */
function mayUpsert(args: readonly ESTree.Argument[]): boolean {
  if (args.some(({ type }) => type === 'SpreadElement')) return true;
  const options = args[2];
  if (options === undefined) return false;
  if (options.type !== 'ObjectExpression') return true;
  return options.properties.some((each) => {
    if (each.type !== 'Property') return true;
    const isOff = each.value.type === 'Literal' && each.value.value === false;
    return keyName(each) === null || (keyName(each) === 'upsert' && !isOff);
  });
}

/** `null` for a computed key. */
function keyName({ key, computed }: Pick<ESTree.ObjectProperty, 'key' | 'computed'>): string | null {
  return !computed && key.type === 'Identifier' ? key.name : textOf(key);
}

function propertyName({ property, computed }: ESTree.MemberExpression): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return textOf(property);
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}
