/// What a backend may do with its API key.
package enum APIKeyScope: String, Sendable, CaseIterable {
  /// `POST /v1/introspect`.
  case introspect
  /// `GET /v1/users/{id}`.
  case readUsers = "users:read"
  /// `PATCH /v1/users/{id}`.
  case writeUsers = "users:write"
}
