/// A call that an API key may allow a backend to make.
package enum APIKeyScope: String, Sendable, CaseIterable {
  /// `POST /v1/introspect`.
  case introspect
  /// `GET /v1/users/{id}`.
  case readUsers = "users:read"
  /// `PATCH /v1/users/{id}`.
  case writeUsers = "users:write"
}
