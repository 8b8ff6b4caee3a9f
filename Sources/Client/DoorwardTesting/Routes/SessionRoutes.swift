import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  func listSessions(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try ListRequest(request)
    let sessions = Array(accounts.liveSessions(of: caller.user, at: time.now).reversed())
    return .privateJSON(
      .object(
        part.answer(sessions, id: \.id) {
          $0.row(current: caller.session, application: application.id).json
        }))
  }

  func deleteSession(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    guard let id, accounts.session(id)?.user == caller.user, accounts.end(id, at: time.now) else {
      throw Problem.notFound("session")
    }
    return .noContent
  }

  func signOut(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.jsonObject()
    switch try WireSignOutScope(body) {
    case .this: accounts.end(caller.session, at: time.now)
    case .others: accounts.endSessions(of: caller.user, except: caller.session, at: time.now)
    case .all: accounts.endSessions(of: caller.user, except: nil, at: time.now)
    }
    return .noContent
  }
}
