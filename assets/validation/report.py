"""The report on a draft: a finding a check, and the certificates that were seen to win."""

import time
from dataclasses import dataclass, field, replace

from assets.bill import NO_BILL, Bill
from assets.tables import GATING_CHECKS

_LISTED = 3
"""Problems that a finding names; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found. `passed` is None where an earlier finding left nothing to judge; `bill` is what the check
    asked of the author's model."""

    check_name: str
    passed: bool | None
    detail: str
    seconds: float
    bill: Bill = NO_BILL

    @property
    def gating(self) -> bool:
        """Whether the environment is admitted only if this check passes."""
        return self.check_name in GATING_CHECKS


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of all gating checks, in the protocol's order.

    Attributes:
        certificates: (seed, actions without the box) for every benchmark seed that solution() was seen to win.
    """

    findings: tuple[Finding, ...]
    certificates: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def admitted(self) -> bool:
        """Whether every gating check passed."""
        return all(finding.passed is True for finding in self.findings if finding.gating)

    @property
    def failed(self) -> list[Finding]:
        """The findings that keep the environment from being admitted by what they saw."""
        return [finding for finding in self.findings if finding.gating and finding.passed is False]

    def with_finding(self, finding: Finding) -> "Report":
        """The report with the finding of one check replaced."""
        kept = tuple(finding if known.check_name == finding.check_name else known for known in self.findings)
        return replace(self, findings=kept)

    @classmethod
    def unreadable(cls, why: str, *, parses: bool | None = False) -> "Report":
        """The report on an answer that no draft could be read from (`parses` None: there is no answer)."""
        first = Finding("parses", parses, why, 0.0)
        rest = (Finding(name, None, "not judged: there is no readable draft", 0.0) for name in GATING_CHECKS[1:])
        return cls((first, *rest))


@dataclass(slots=True)
class ReportBuilder:
    """Collects findings as the checks go on; each takes the seconds since the one before."""

    _findings: dict[str, Finding] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def judge(self, check_name: str, problems: list[str], otherwise: str) -> bool:
        """Note that a check passed (no problems) or failed, and say whether it passed."""
        now = time.perf_counter()
        self._findings[check_name] = verdict(check_name, problems, otherwise, now - self._since)
        self._since = now
        return not problems

    def close(self, why: str, certificates: tuple[tuple[int, tuple[str, ...]], ...] = ()) -> Report:
        """The report; checks that have not been judged say why."""
        findings = tuple(
            self._findings.get(name) or Finding(name, None, f"not judged: {why}", 0.0) for name in GATING_CHECKS
        )
        return Report(findings, certificates)


def verdict(check_name: str, problems: list[str], otherwise: str, seconds: float) -> Finding:
    """The finding that follows from a check's problems; `otherwise` says what it saw where there are none."""
    more = len(problems) - _LISTED
    listed = "; ".join(problems[:_LISTED]) + (f"; and {more} more" if more > 0 else "")
    return Finding(check_name, not problems, listed or otherwise, seconds)
