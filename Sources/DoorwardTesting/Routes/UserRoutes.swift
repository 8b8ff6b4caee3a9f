import Encodings
import Foundation
import HTTPCore

extension DoorwardTestServer {
  /// The one call that the access token opens too.
  func readUser(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let caller = try bearer(request, [.account, .access]) else { throw Problem.missingToken }
    return try userAnswer(caller.user)
  }

  func patchUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    guard var user = accounts.user(caller.user) else { throw Problem.invalidToken }
    try user.apply(patch: body)
    accounts.changeUser(caller.user) { $0 = user }
    return try userAnswer(caller.user)
  }

  func removeUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    accounts.delete(caller.user)
    return .noContent
  }

  func listIdentities(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try PartOfList(request)
    let identities = Array(accounts.identities(of: caller.user).reversed())
    return .privateJSON(.object(part.answer(identities, id: \.id, json: \.json)))
  }

  func unlink(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let identities = accounts.identities(of: caller.user)
    guard let id, identities.contains(where: { $0.id == id }) else { throw Problem.notFound("identity") }
    guard identities.count > 1 else { throw Problem.lastIdentity }
    accounts.removeIdentity(id)
    return .noContent
  }

  func userAnswer(_ id: String) throws -> HTTPResponse {
    guard let user = accounts.user(id) else { throw Problem.invalidToken }
    return .privateJSON(.object(user.json(accounts.identities(of: id))))
  }
}
