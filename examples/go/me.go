// Checks a session token, as a service does that gets no cookie, and calls Foyer with an access token.
//
// Needs gopkg.in/square/go-jose.v2 (Debian: golang-gopkg-square-go-jose.v2-dev). The token is read from the standard
// input. FOYER_URL is Foyer's public address, AUDIENCE the service that the token is for, FOYER_TOKEN an access token
// with the scope profile:read, if there is one.
//
//	go run me.go < token
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	jose "gopkg.in/square/go-jose.v2"
	"gopkg.in/square/go-jose.v2/jwt"
)

var (
	url          = strings.TrimSuffix(os.Getenv("FOYER_URL"), "/")
	client       = http.Client{Timeout: 10 * time.Second}
	errNoSession = errors.New("not a session token")
)

type session struct {
	jwt.Claims
	TokenUse string `json:"token_use"`
	Email    string `json:"email"`
}

// fetchKeys reads the public keys. A service keeps them, and fetches them again for an unknown id.
func fetchKeys() (keys jose.JSONWebKeySet, err error) {
	answer, err := client.Get(url + "/.well-known/jwks.json")
	if err != nil {
		return keys, err
	}
	defer answer.Body.Close()
	return keys, json.NewDecoder(answer.Body).Decode(&keys)
}

// check answers the claims of a session token, and an error for any other token.
func check(token, audience string) (claims session, err error) {
	parsed, err := jwt.ParseSigned(token)
	if err != nil {
		return claims, err
	}
	header := parsed.Headers[0]
	// The same keys sign tokens for OAuth clients.
	if header.Algorithm != string(jose.EdDSA) || header.ExtraHeaders[jose.HeaderType] != "foyer-session+jwt" {
		return claims, errNoSession
	}
	keys, err := fetchKeys()
	if err != nil {
		return claims, err
	}
	found := keys.Key(header.KeyID)
	if len(found) != 1 {
		return claims, errors.New("unknown key")
	}
	if err := parsed.Claims(found[0].Key, &claims); err != nil {
		return claims, err
	}
	expected := jwt.Expected{Issuer: url, Audience: jwt.Audience{audience}, Time: time.Now()}
	if err := claims.ValidateWithLeeway(expected, 0); err != nil {
		return claims, err
	}
	if claims.TokenUse != "session" || claims.Expiry == nil {
		return claims, errNoSession
	}
	return claims, nil
}

// email calls session.get with an access token.
func email(token string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, url+"/trpc/session.get", nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("authorization", "Bearer "+token)
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var body struct {
		Result struct {
			Data struct{ User struct{ Email string } }
		}
		Error struct{ Data struct{ AppCode string } }
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		return "", err
	}
	if answer.StatusCode != http.StatusOK {
		return "", errors.New(body.Error.Data.AppCode)
	}
	return body.Result.Data.User.Email, nil
}

func run() error {
	token, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	claims, err := check(strings.TrimSpace(string(token)), os.Getenv("AUDIENCE"))
	if err != nil {
		return err
	}
	fmt.Printf("The token is of %s, whose id is %s.\n", claims.Email, claims.Subject)
	if access, ok := os.LookupEnv("FOYER_TOKEN"); ok {
		address, err := email(access)
		if err != nil {
			return err
		}
		fmt.Printf("The access token is of %s.\n", address)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "Refused:", err)
		os.Exit(1)
	}
}
