import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/server/settings/read-settings.ts';
import { SETTING_NAMES } from '../../src/server/settings/unknown-names.ts';
import { blocksOf, readDocument } from '../documents/markdown.ts';
import {
  composeText,
  DATABASES,
  entries,
  environmentOfGuide,
  filledIn,
  FOYERS,
  namesOf,
  networks,
  readDeployed,
  serviceOf,
} from './deploy-files.ts';
import { ORIGIN } from './send-through.ts';

describe('deploy/docker-compose.yml', () => {
  it('needs the variables that the guide writes down, and has no other secret', async () => {
    const needed = new Set([...composeText.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name));
    expect([...needed].toSorted()).toEqual(Object.keys(await environmentOfGuide()).toSorted());
    const others = composeText.replaceAll(/\$\{[A-Z_]+:\?\}/g, '').matchAll(/\$\{.*?\}/g);
    expect([...others].map(([variable]) => variable)).toEqual(['${AUTH_SECRET_PREVIOUS:-}']);
  });

  it('passes on every setting that is written during a change of the secret, as the guide for production does', async () => {
    const { text } = await readDocument('docs/guides/change-the-secret.md');
    const [planned = ''] = text.split(/^## /m);
    const steps = planned.match(/^\d\. .*$/gm)?.join('\n') ?? '';
    const settings = new Set([...steps.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
    expect([...settings]).toEqual(['AUTH_SECRET_PREVIOUS', 'AUTH_SECRET']);
    const [production = ''] = await blocksOf('production', 'yaml');
    for (const setting of settings) {
      const passed = new RegExp(`\\$\\{${setting}:[?-]\\}`);
      for (const [, { environment }] of FOYERS) expect(environment[setting]).toMatch(passed);
      expect(production).toMatch(passed);
    }
    const [[, { environment }] = ['', serviceOf('foyer-1')]] = FOYERS;
    const values = await environmentOfGuide();
    const previousOf = (written: Readonly<Record<string, string>>) =>
      readSettings(filledIn(environment, { ...values, ...written })).previousAuthSecret;
    expect(previousOf({})).toBeNull();
    expect(previousOf({ AUTH_SECRET_PREVIOUS: 'the former one' })).toBe('the former one');
  });

  it('gives each Foyer settings that production accepts, and that Foyer reads', async () => {
    const values = await environmentOfGuide();
    expect(namesOf(FOYERS)).toEqual(['foyer-1', 'foyer-2']);
    for (const [, { environment, stop_grace_period }] of FOYERS) {
      expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(environment)));
      const settings = readSettings(filledIn(environment, values));
      expect(settings).toMatchObject({ mode: 'production', origin: ORIGIN, listenHost: null, trustProxy: 1 });
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(5 + 5);
    }
  });

  it('publishes Caddy, and Grafana for this machine, and nothing else', () => {
    const published = entries.flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual([
      'caddy 80:80',
      'caddy 443:443',
      'caddy 443:443/udp',
      'grafana 127.0.0.1:3001:3000',
    ]);
    const isInternal = (name: string) => networks[name]?.internal === true;
    for (const name of [...namesOf(DATABASES), 'prometheus'])
      expect([name, serviceOf(name).networks.every(isInternal)]).toEqual([name, true]);
    expect(serviceOf('caddy').networks).toEqual(['front']);
  });

  it('asks for the health of everything that stays', () => {
    const asked = entries.filter(([, { healthcheck: check }]) => check !== undefined);
    const staying = entries.filter(([, { restart }]) => restart === 'unless-stopped');
    expect(namesOf(asked)).toEqual(namesOf(staying));
  });
});

describe('the replica set of deploy', () => {
  it('has the members that Foyer and its script name, with a key file that a service makes', async () => {
    const members = namesOf(DATABASES);
    expect(members).toHaveLength(3);
    for (const [, { command = [], volumes: mounts, depends_on }] of DATABASES) {
      expect(command.join(' ')).toBe(
        'mongod --replSet rs0 --bind_ip_all --keyFile /etc/mongo/keyfile --wiredTigerCacheSizeGB 0.5',
      );
      expect(mounts).toContain('database-key:/etc/mongo:ro');
      expect(Object.keys(depends_on)).toEqual(['database-key']);
    }
    const [[, { environment }] = ['', serviceOf('foyer-1')]] = FOYERS;
    const uri = new RegExp(`@(.*)/foyer\\?replicaSet=rs0&authSource=admin$`).exec(
      environment['MONGODB_URI'] ?? '',
    );
    expect(uri?.[1]).toBe(members.map((name) => `${name}:27017`).join(','));

    const script = await readDeployed('database-init.js');
    const listed = /MEMBERS = \[(.*)\]/.exec(script)?.[1] ?? '';
    expect(listed).toBe(members.map((name) => `'${name}'`).join(', '));
    const passwords = /const \{ (.*) \} = process\.env/.exec(script)?.[1]?.split(', ') ?? [];
    expect(Object.keys(serviceOf('database-init').environment)).toEqual(passwords);
    expect(serviceOf('database-init').network_mode).toBe(`service:${members[0]}`);
    expect(Object.keys(serviceOf('database-init').depends_on)).toEqual(members);
  });
});

it('Prometheus and Grafana of deploy read both processes in a network that they share, with the rules and the dashboard of docs/operating', async () => {
  const prometheus = await readDeployed('prometheus.yml');
  for (const [name, { environment, networks: joined }] of FOYERS) {
    // The default of METRICS_PORT.
    expect(prometheus).toContain(`${name}:9464`);
    expect(environment).toMatchObject({ METRICS: 'on', METRICS_HOST: '*' });
    expect(joined).toContain('watch');
  }
  const { volumes: mounts, command } = serviceOf('prometheus');
  const [rules] = (parse(prometheus) as { rule_files: string[] }).rule_files;
  expect(command).toContain('--config.file=/etc/prometheus/prometheus.yml');
  expect(mounts).toContain(`../docs/operating/prometheus-alerts.yml:${rules}:ro`);
  expect(mounts).toContain('./prometheus.yml:/etc/prometheus/prometheus.yml:ro');
  const { networks: joined, volumes: ofGrafana } = serviceOf('grafana');
  expect(joined).toContain('watch');
  expect(ofGrafana.join('\n')).toContain('../docs/operating/grafana-dashboard.json:');
});
