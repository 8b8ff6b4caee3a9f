// The same program with the SDK and all of its sign-in methods.
import Doorward
import Foundation

struct Wallet: EthereumWallet {
  let address = "0x0"
  let chainId = "1"
  func personalSign(_ message: String) async throws -> String { message }
}

func refusal(of doorward: Doorward, _ text: String) async -> AccountDeletion? {
  do { try await doorward.password.login(identifier: text, password: text) } catch {
    return error.accountDeletion
  }
  return nil
}

guard let text = CommandLine.arguments.dropFirst().first, let url = URL(string: text) else { exit(2) }
let doorward = Doorward(try DoorwardConfiguration(contentsOf: url))
switch CommandLine.arguments.dropFirst(2).first {
case "browser": try await doorward.browser.login()
case "device": try await doorward.device.login { print($0.userCode) }
case "siwe": try await doorward.siwe.login(with: Wallet())
case "near": print(try await doorward.near.challenge().message)
case "password": try await doorward.password.login(identifier: text, password: text)
case "code": print(try await doorward.code.send(email: text).resendAt)
case "second-factor":
  let outcome = try await doorward.password.login(identifier: text, password: text)
  if case .secondFactorRequired(let challenge) = outcome {
    print(try await doorward.secondFactor.sendCode(challenge).sentTo)
    let enrollment = try await doorward.secondFactor.enroll(challenge)
    print(try await doorward.secondFactor.finish(enrollment, code: text).recoveryCodes)
  }
  print(try await doorward.secondFactor.all())
case "anonymous": try await doorward.anonymous.login()
case "guest": try await doorward.guest.login()
case "sessions": print(try await doorward.sessions.all(), try await doorward.identities.all())
case "profile":
  try await doorward.user.updatePersonalInfo(name: "Ada")
  try await doorward.user.setUsername("ada")
  print(try await doorward.user.setPhoto(Data(text.utf8))?.info.photoURL(side: 64) ?? url)
case "delete":
  try await doorward.user.delete()
  if let deletion = await refusal(of: doorward, text) { try await doorward.user.keepAccount(deletion) }
case "out": try await doorward.signOut()
default:
  let body = try JSONEncoder().encode(["at": ISO8601DateFormatter().string(from: Date())])
  let request = DoorwardRequest(method: "POST", url: text, body: Array(body))
  let answer = try await doorward.send(request)
  print(try JSONDecoder().decode([String: String].self, from: Data(answer.body)))
}
