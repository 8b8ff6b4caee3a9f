// A program that sends a request to a server without the SDK.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

guard let text = CommandLine.arguments.dropFirst().first, let url = URL(string: text) else { exit(2) }
var request = URLRequest(url: url)
request.httpMethod = "POST"
request.httpBody = try JSONEncoder().encode(["at": ISO8601DateFormatter().string(from: Date())])
let (data, _) = try await URLSession.shared.data(for: request)
print(try JSONDecoder().decode([String: String].self, from: data))
