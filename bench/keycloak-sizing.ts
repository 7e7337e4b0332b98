/** What Keycloak publishes about its own size. Nothing of it was measured here. */
export const KEYCLOAK = {
  source: 'Keycloak, “Concepts for sizing CPU and memory resources”',
  url: 'https://www.keycloak.org/high-availability/single-cluster/concepts-memory-and-cpu-sizing',
  passwordSignInsPerCore: 15,
  /** For spikes, beside what the sign-ins take. */
  extraHeadroom: 1.5,
  /** Of a pod, with caches and 10,000 cached sessions. */
  baseMegabytes: 1250,
} as const;
