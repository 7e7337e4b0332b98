# Checks a session token, as a service does that gets no cookie, and calls Foyer with an access token.
#
# Needs the gems jwt and rbnacl (Debian: ruby-jwt, ruby-rbnacl). The token is read from the standard input.
# FOYER_URL is Foyer's public address, AUDIENCE the service that the token is for, FOYER_TOKEN an access token
# with the scope profile:read, if there is one.
#
#     ruby me.rb < token

require 'json'
require 'jwt'
require 'net/http'
require 'rbnacl'

URL = ENV.fetch('FOYER_URL').chomp('/')

def get(path, headers = {})
  Net::HTTP.get_response(URI("#{URL}#{path}"), headers)
end

# The key with this id. A service keeps the keys, and fetches them again for an unknown id.
def key(id)
  keys = JSON.parse(get('/.well-known/jwks.json').body)['keys']
  found = keys.find { |each| each['kid'] == id && each['crv'] == 'Ed25519' }
  raise JWT::DecodeError, 'unknown key' unless found

  RbNaCl::Signatures::Ed25519::VerifyKey.new(JWT::Base64.url_decode(found['x']))
end

# The claims of a session token. Raises JWT::DecodeError for any other token.
def check(token, audience)
  _, header = JWT.decode(token, nil, false)
  # The same keys sign tokens for OAuth clients.
  raise JWT::DecodeError, 'not a session token' unless header['typ'] == 'foyer-session+jwt'

  options = { algorithm: 'EdDSA', iss: URL, verify_iss: true, aud: audience, verify_aud: true,
              required_claims: %w[aud exp iss sub] }
  claims, = JWT.decode(token, key(header['kid']), true, options)
  raise JWT::DecodeError, 'not a session token' unless claims['token_use'] == 'session'

  claims
end

def query(procedure, token)
  answer = get("/trpc/#{procedure}", { 'authorization' => "Bearer #{token}" })
  body = JSON.parse(answer.body)
  raise body.dig('error', 'data', 'appCode') unless answer.is_a?(Net::HTTPSuccess)

  body.dig('result', 'data')
end

begin
  claims = check($stdin.read.strip, ENV.fetch('AUDIENCE'))
  puts "The token is of #{claims['email']}, whose id is #{claims['sub']}."
  if ENV.key?('FOYER_TOKEN')
    puts "The access token is of #{query('session.get', ENV.fetch('FOYER_TOKEN'))['user']['email']}."
  end
rescue JWT::DecodeError, RuntimeError => e
  abort "Refused: #{e.message}"
end
